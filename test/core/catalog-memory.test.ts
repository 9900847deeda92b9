/** The in-memory catalog keeps the contract of catalogs. */
import { MemoryCatalog } from "../../src/catalog/memory-catalog.ts";
import { CONTRACT_PLAN, catalogContract } from "../contract/catalog-contract.ts";

const memory = new MemoryCatalog(CONTRACT_PLAN.size, CONTRACT_PLAN.seed);
catalogContract("MemoryCatalog", () => Promise.resolve(memory));

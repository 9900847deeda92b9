/** The list of environments. A new one is a folder and an entry here. */
import type { Environment } from "../core/environment.ts";
import { cart } from "./cart/index.ts";
import { productDiscovery } from "./product_discovery/index.ts";
import { substitution } from "./substitution/index.ts";

export const ENVIRONMENTS: readonly Environment[] = [productDiscovery, substitution, cart];

export function environmentById(id: string): Environment | undefined {
  return ENVIRONMENTS.find((environment) => environment.id === id);
}

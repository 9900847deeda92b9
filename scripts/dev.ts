/** Runs the service locally with a seeded catalog until it is interrupted: `npm run dev -- --port 8787`. */
import { parseArgs } from "node:util";
import { startServer } from "./lib/server.ts";

const { values } = parseArgs({ options: { port: { type: "string" }, persist: { type: "string" } } });
const port = values.port === undefined ? 8787 : Number(values.port);
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error(`--port ${values.port}: a whole number from 1 to 65535 is allowed`);
  process.exit(2);
}
const server = await startServer({ port, ...(values.persist === undefined ? {} : { persist: values.persist }) });
console.log(`EcomRLVE Edge answers at ${server.url}; API page ${server.url}/docs. Ctrl-C stops it.`);
const stop = async (): Promise<void> => {
  await server.stop();
  process.exit(0);
};
process.on("SIGINT", stop);
process.on("SIGTERM", stop);

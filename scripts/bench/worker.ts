/** The Worker as it is deployed, with routes in front of it that only the benchmark calls. */
import { DurableObject } from "cloudflare:workers";
import app from "../../src/worker.ts";

export { EpisodeObject } from "../../src/worker.ts";

interface BenchEnv extends Env {
  readonly BENCH_ECHO: DurableObjectNamespace<BenchEcho>;
}

/** The least that an object with storage can do: what the service's calls are measured against. */
export class BenchEcho extends DurableObject<BenchEnv> {
  /** First use of an object: makes its table and writes one row. Throws when it was made before. */
  create(body: string): string {
    this.ctx.storage.sql.exec("CREATE TABLE echo (body TEXT NOT NULL)");
    return this.echo(body);
  }

  /** Writes one row and gives the body back. Throws before `create`. */
  echo(body: string): string {
    this.ctx.storage.sql.exec("INSERT INTO echo VALUES (?)", body);
    return body;
  }
}

export default {
  /** `/bench/noop` answers at once; `/bench/read` reads one row of the catalog; `/bench/echo` and `/bench/create` reach the object called `name`; anything else is the service. */
  async fetch(request, env, context): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.startsWith("/bench/")) return app.fetch(request, env, context);
    const body = await request.text();
    if (pathname === "/bench/noop") return new Response(body);
    if (pathname === "/bench/read") return Response.json(await env.DB.prepare("SELECT title FROM products WHERE idx = ?").bind(5).first());
    const stub = env.BENCH_ECHO.get(env.BENCH_ECHO.idFromName(searchParams.get("name") ?? ""));
    if (pathname === "/bench/echo") return new Response(await stub.echo(body));
    if (pathname === "/bench/create") return new Response(await stub.create(body));
    return new Response("no such route", { status: 404 });
  },
} satisfies ExportedHandler<BenchEnv>;

/** The OpenAPI document and a readable page made from it: no script, no request to anywhere else. */
import { html, raw } from "hono/html";
import { ERRORS } from "../core/errors.ts";
import { ENVIRONMENTS } from "../envs/index.ts";
import type { App } from "./context.ts";

const INFO = {
  openapi: "3.1.0",
  info: { title: "EcomRLVE Edge", version: "1.0.0", description: "Adaptive, verifiable environments for e-commerce conversational agents." },
} as const;

const STYLE = `:root{color-scheme:light dark;--ink:#1d2433;--dim:#5a6478;--line:#d9dee8;--paper:#fff;--soft:#f4f6fa;--mark:#0b6b5d}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9f0;--dim:#9aa5b8;--line:#2c3444;--paper:#12161f;--soft:#1a202c;--mark:#4cc9b0}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.9rem;margin:0 0 .25rem}h2{margin:2.5rem 0 .75rem;font-size:1.25rem}p{margin:.4rem 0;color:var(--dim)}code,pre{font:14px/1.5 ui-monospace,monospace}
section.route{border:1px solid var(--line);border-radius:8px;margin:.75rem 0;padding:.75rem 1rem;background:var(--soft)}.verb{color:var(--mark);font-weight:700;margin-right:.5rem}
ul{margin:.3rem 0;padding-left:1.2rem;font-size:.93rem}details{margin:.4rem 0}summary{cursor:pointer}pre{overflow:auto;background:var(--paper);border:1px solid var(--line);border-radius:6px;padding:.75rem;max-height:26rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.35rem .5rem;border-bottom:1px solid var(--line);font-size:.93rem}a{color:var(--mark)}`;

type Operation = {
  summary?: string;
  description?: string;
  parameters?: readonly { name?: string; in?: string; required?: boolean; description?: string; schema?: { description?: string } }[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>;
};

function operation(path: string, verb: string, one: Operation) {
  const schema = (label: string, value: unknown) =>
    value === undefined ? "" : html`<details><summary>${label}</summary><pre>${JSON.stringify(value, null, 2)}</pre></details>`;
  const parameters = (one.parameters ?? []).map(
    ({ name, in: place, required, description, schema: shape }) =>
      html`<li><code>${name}</code> in ${place}${required === true ? ", required" : ""}${(description ?? shape?.description) ? `: ${description ?? shape?.description}` : ""}</li>`,
  );
  const responses = Object.entries(one.responses ?? {}).map(([status, { description = "", content = {} }]) => {
    const success = content["application/json"]?.schema;
    return success === undefined ? html`<li><b>${status}</b> ${description}</li>` : html`<li>${schema(`${status}: ${description}`, success)}</li>`;
  });
  return html`<section class="route"><div><span class="verb">${verb.toUpperCase()}</span><code>${path}</code></div><p>${one.summary ?? ""}. ${one.description ?? ""}</p>
    ${parameters.length === 0 ? "" : html`<ul>${parameters}</ul>`}${schema("Request body", one.requestBody?.content?.["application/json"]?.schema)}<ul>${responses}</ul></section>`;
}

export function registerDocs(app: App): void {
  app.get("/openapi.json", (c) => c.json(app.getOpenAPI31Document(INFO)));
  app.get("/", (c) => c.redirect("/docs"));
  app.get("/docs", (c) => {
    const { paths = {} } = app.getOpenAPI31Document(INFO);
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, Operation>).map(([verb, one]) => operation(path, verb, one)),
    );
    c.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'");
    return c.html(html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>EcomRLVE Edge API</title><style>${raw(STYLE)}</style></head>
      <body><main><h1>EcomRLVE Edge</h1><p>Adaptive, verifiable environments for e-commerce conversational agents. The document behind this page is <a href="/openapi.json">/openapi.json</a>.</p>
      <h2>Environments</h2><table><tr><th>id</th><th>version</th><th>what</th></tr>${ENVIRONMENTS.map((one) => html`<tr><td><code>${one.id}</code></td><td>${one.version}</td><td>${one.summary}</td></tr>`)}</table>
      <h2>Calls</h2>${operations}
      <h2>Errors</h2><p>Problem details (RFC 9457) with a stable <code>code</code>, <code>retryable</code>, and <code>errors[]</code> that say where and what is allowed.</p>
      <table><tr><th>code</th><th>status</th><th>retryable</th><th>title</th></tr>${Object.entries(ERRORS).map(([code, error]) => html`<tr><td><code>${code}</code></td><td>${error.http}</td><td>${error.retryable ? "yes" : "no"}</td><td>${error.title}</td></tr>`)}</table>
      </main></body></html>`);
  });
}

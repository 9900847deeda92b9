/** Words for a zod issue: which parameter, what is wrong, what is allowed. */
import type { z } from "zod";

type Issue = z.core.$ZodIssue;

export interface Explanation {
  readonly parameter: string;
  readonly message: string;
  readonly allowed: string;
}

/** "args.attributes[0].op" from a zod path below a prefix. */
export function pathText(prefix: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => (typeof part === "number" ? `${text}[${part}]` : text === "" ? String(part) : `${text}.${String(part)}`), prefix);
}

/** Explains one issue. Unions explain the branch that came closest. */
export function explain(issue: Issue, prefix: string): Explanation {
  const parameter = pathText(prefix, issue.path);
  switch (issue.code) {
    case "unrecognized_keys":
      return {
        parameter: pathText(parameter, [issue.keys[0] ?? ""]),
        message: `unknown parameter ${issue.keys.map((key) => JSON.stringify(key.slice(0, 64))).join(", ")}`,
        allowed: "only the documented parameters",
      };
    case "invalid_value":
      return { parameter, message: "not one of the allowed values", allowed: issue.values.map(String).join(", ") };
    case "too_small":
      return { parameter, message: `too small: ${issue.message}`, allowed: `at least ${issue.minimum}` };
    case "too_big":
      return { parameter, message: `too big: ${issue.message}`, allowed: `at most ${issue.maximum}` };
    case "invalid_type":
      return { parameter, message: issue.message, allowed: issue.expected };
    case "invalid_union": {
      const branches = issue.errors.filter((branch) => branch.length > 0);
      const all = branches.map((branch) => explain(branch[0] as Issue, parameter));
      return { parameter, message: all[0]?.message ?? issue.message, allowed: all.map((one) => one.allowed).join("; or ") || "see the schema" };
    }
    default:
      return { parameter, message: issue.message, allowed: "see the schema" };
  }
}

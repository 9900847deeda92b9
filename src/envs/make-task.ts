/** Makes the task of a key: draws a certified problem, then persona, opening and omissions, each from a stream of its own. */
import { Aliases } from "../core/alias.ts";
import { axesAt } from "../core/difficulty.ts";
import type { Environment, Setting } from "../core/environment.ts";
import { RlveError } from "../core/errors.ts";
import type { Catalog, CatalogInfo, TypeById } from "../core/ports.ts";
import { Rng } from "../core/rng.ts";
import type { Slot } from "../core/slots.ts";
import { REGISTERS, type Style, type Task, type TaskKey, taskIdOf, taskRoot } from "../core/task.ts";
import { opening } from "../users/voice.ts";

/** Draws refused in a row before a key is given up. */
const MAX_DRAWS = 64;
/** Store dates lie in these years, whatever the day on the wall. */
const FIRST_DAY = Date.UTC(2025, 0, 1);
const DAYS = 730;

/**
 * Rule EN4. The task of a key. The same key and catalog always give the same task.
 *
 * @throws RlveError `task_unavailable` when no draw of the stream is certified; the key and the reasons are named.
 */
export async function makeTask(environment: Environment, key: TaskKey, catalog: Catalog, info: CatalogInfo, typeById: TypeById): Promise<Task> {
  const root = taskRoot(key);
  const axes = axesAt(key.difficulty, key.axes);
  const rng = new Rng(root);
  const setting: Setting = { key, axes, root, catalog, info, typeById };
  const draw = await certifiedDraw(environment, setting, rng.fork("problem"));
  const style = styleOf(rng.fork("style"));
  const discloses = openingSlots(draw.slots, axes.omission, axes.turns - draw.turnsNeeded, rng.fork("omission"));
  const open = environment.open(draw.problem);
  const plan = open.opening(new Set(discloses), rng.fork("wording"), new Aliases(root));
  const text = opening(plan, { style, rng: rng.fork("opening"), noise: axes.typing_noise });
  return {
    key,
    taskId: taskIdOf(key),
    axes,
    root,
    today: storeDate(rng.fork("today")),
    style,
    problem: draw.problem,
    slots: draw.slots,
    opening: { text, discloses },
  };
}

async function certifiedDraw(environment: Environment, setting: Setting, rng: Rng): Promise<{ problem: unknown; slots: readonly Slot[]; turnsNeeded: number }> {
  const reasons = new Map<string, number>();
  for (let attempt = 0; attempt < MAX_DRAWS; attempt += 1) {
    const draw = await environment.draw(setting, rng.fork(`draw/${attempt}`));
    if (draw.ok) return draw;
    reasons.set(draw.reason, (reasons.get(draw.reason) ?? 0) + 1);
  }
  const why = [...reasons].map(([reason, count]) => `${reason} ${count}x`).join(", ");
  throw new RlveError("task_unavailable", `no certified task in ${MAX_DRAWS} draws for ${JSON.stringify(setting.key)}: ${why}`);
}

function styleOf(rng: Rng): Style {
  return {
    register: rng.pick(REGISTERS),
    patience: rng.int(5, 7),
    habits: { lowerCase: rng.chance(0.25), noFullStop: rng.chance(0.3), exclaims: rng.chance(0.2) },
  };
}

/**
 * Rule AX4 and US9. Each optional slot is said in the opening with probability 1 - p_missing; of the turns that the
 * ideal player has to spare one is kept back for a correction; one slot may stay withheld for the first of the others and three for each
 * further one, so that asking late can still succeed. A slot that arises later is never in the opening.
 *
 * @param spareTurns turns left for asking after those that the ideal player needs.
 */
export function openingSlots(slots: readonly Slot[], pMissing: number, spareTurns: number, rng: Rng): string[] {
  const optional = slots.filter((slot) => !slot.arises);
  const withheld = optional.filter((slot) => rng.fork(slot.id).chance(pMissing));
  const most = Math.max(0, 1 + 3 * (spareTurns - 2));
  const kept = new Set(
    rng
      .fork("cap")
      .sample(withheld, most)
      .map((slot) => slot.id),
  );
  return optional.filter((slot) => !kept.has(slot.id)).map((slot) => slot.id);
}

function storeDate(rng: Rng): string {
  return new Date(FIRST_DAY + rng.int(0, DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
}

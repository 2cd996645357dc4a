import type { ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import { longest, remoteMessage } from '#contract/connectors/runs/remote-message.ts'

/** What the destination said of the newest record in its own words, shortened; null where our sentence has them or there are none. */
export function answeredOf({ example: { answer, message } }: ProblemGroup): string | null {
  if (answer === null) return null
  const said = remoteMessage(answer) ?? answer.trim().slice(0, longest)
  return said === '' || message.includes(said) ? null : said
}

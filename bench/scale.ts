/**
 * The bars of many connectors, many runs and many machines: each line begins with the letter of its bar, and a miss makes the program fail.
 *
 *   npm run bench:scale -- [letters, all of them if none is given]
 *   BEFORE=../other-checkout npm run bench:scale -- D,F    measures an earlier version in turns with this one
 */
import { claims, fairness } from './scale/claims.ts'
import { coldLedger } from './scale/cold.ts'
import { idle } from './scale/idle.ts'
import { intake } from './scale/intake.ts'
import { kills } from './scale/kills.ts'
import { inParts } from './scale/parts.ts'
import type { Verdict } from './scale/place.ts'
import { cpuOfRecords } from './scale/records.ts'
import { schedulesAtOnce } from './scale/schedules.ts'
import { spread } from './scale/spread.ts'

const bars: Record<string, () => Promise<Verdict[]> | AsyncGenerator<Verdict>> = {
  ...{ A: inParts, B: spread, C: kills, D: claims, E: schedulesAtOnce },
  ...{ F: intake, G: fairness, H: idle, I: coldLedger, J: cpuOfRecords },
}

const letters = process.argv.slice(2).flatMap((it) => it.toUpperCase().split(','))
for (const [letter, measure] of Object.entries(bars)) {
  if (letters.length > 0 && !letters.includes(letter)) continue
  for await (const { what, isMet } of await measure()) {
    console.log(`${letter}    ${isMet ? 'met ' : 'MISS'} ${what}`)
    if (!isMet) process.exitCode = 1
  }
}
process.exit()

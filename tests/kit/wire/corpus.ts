/** What a broken or hostile server could send: any message, length and truncation, at any place. From a seed, so that it can be repeated. */
import type { Engine } from '../../engine/database/database-stage.ts'
import { type Attack, phases } from './wire.ts'

export type Chance = {
  /** From 0 up to, and without, `below`. */
  readonly number: (below: number) => number
  readonly one: <T>(of: readonly T[]) => T
}

/** The same numbers for the same seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed
  const number = (below: number) => {
    state = (state + 0x6d_2b_79_f5) | 0
    let it = Math.imul(state ^ (state >>> 15), 1 | state)
    it = (it + Math.imul(it ^ (it >>> 7), 61 | it)) ^ it
    return Math.floor((((it ^ (it >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
  return { number, one: (of) => of[number(of.length)] as (typeof of)[number] }
}

const postgresqlKinds = Array.from('RSKZTDCENAIGHWdc123nstv!\0V')
const mysqlKinds = [0x00, 0x01, 0x02, 0x09, 0x0a, 0xfb, 0xfc, 0xfd, 0xfe, 0xff, 0x03]
const counts = [0, 1, 2, 255, 4_096, 32_767, 65_535]
const bodyLengths = [0, 1, 2, 3, 4, 5, 8, 12, 40, 255, 256, 4_000, 70_000]
const lies = [0, 1, 3, 4, 5, 8, 65_535, 16_777_215, 1_073_741_824, 2_147_483_647, 4_294_967_295]

function bodyOf({ number, one }: Chance): Buffer {
  const body = Buffer.alloc(one(bodyLengths))
  const fill = one(['zeros', 'noise', 'letters', 'ones'] as const)
  if (fill === 'letters') body.fill('M text')
  else if (fill === 'ones') body.fill(0xff)
  else if (fill === 'noise') for (let at = 0; at < body.length; at += 1) body[at] = number(256)
  if (body.length >= 2 && number(2) === 0) body.writeUInt16BE(one(counts))
  if (body.length >= 4 && number(4) === 0) body.writeInt32BE(number(20))
  if (body.length > 0 && number(2) === 0) body[body.length - 1] = 0
  return body
}

function postgresqlMessage(chance: Chance): Buffer {
  const body = bodyOf(chance)
  const head = Buffer.alloc(5)
  head[0] = chance.number(8) === 0 ? chance.number(256) : chance.one(postgresqlKinds).charCodeAt(0)
  const honest = body.length + 4
  head.writeUInt32BE(chance.number(2) === 0 ? honest : chance.one([...lies, honest - 1, honest + 1]) >>> 0, 1)
  return Buffer.concat([head, body])
}

function mysqlMessage(chance: Chance): Buffer {
  const body = bodyOf(chance)
  if (body.length > 0) body[0] = chance.number(8) === 0 ? chance.number(256) : chance.one(mysqlKinds)
  const head = Buffer.alloc(4)
  const length = chance.number(2) === 0 ? body.length : chance.one([...lies, body.length + 1])
  head.writeUIntLE(Math.min(length, 0xff_ff_ff), 0, 3)
  head[3] = chance.number(2) === 0 ? chance.number(6) : chance.number(256)
  return Buffer.concat([head, body])
}

/** One attack on a client of a system. */
export function attackOf(engine: Engine, chance: Chance): Attack {
  const message = engine === 'postgresql' ? postgresqlMessage : mysqlMessage
  const whole = Buffer.concat(Array.from({ length: 1 + chance.number(3) }, () => message(chance)))
  const bytes = chance.number(3) === 0 ? whole.subarray(0, chance.number(whole.length + 1)) : whole
  // Silence makes everybody wait for the deadline, so it is tried less often.
  const after = chance.number(12) === 0 ? 'waits' : chance.one(['goes on', 'leaves'] as const)
  return { at: chance.one(phases), bytes, after }
}

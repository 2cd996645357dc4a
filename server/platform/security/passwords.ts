/** Passwords are kept as argon2id, in the PHC text form `$argon2id$v=19$m=…,t=…,p=…$salt$hash` (threat T-PWD). */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { refusal } from '#contract/kit/problem.ts'
import { withoutEnd } from '#contract/kit/without-end.ts'

const derive = promisify(argon2)

/** OWASP's first recommendation: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const saltBytes = 16

/** Each one takes a core and 19 MiB while it runs. */
const atOnce = Math.max(1, Math.min(4, availableParallelism()))
const waitingMax = 64

let running = 0
const waiting: (() => void)[] = []

/** Lets so many run at once; beyond the queue the caller is asked to come back. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= waitingMax) throw refusal('server/unavailable', { retryAfter: 2_000 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    // The place is handed on, so that nobody who comes later can take it first.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await inTurn(() => derive('argon2id', { message: password, nonce: salt, ...cost }))
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Whether the password is the one of the hash. A null hash takes as long and is never right: nobody learns which emails exist. */
export async function passwordIsRight(password: string, hash: string | null): Promise<boolean> {
  const match = phc.exec(hash ?? decoyHash)
  if (!match) throw new Error("A stored password hash can't be read.")
  const [, memory, passes, parallelism, salt = '', wanted = ''] = match
  const expected = Buffer.from(wanted, 'base64')
  const parameters = {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  }
  const actual = await inTurn(() => derive('argon2id', parameters))
  return timingSafeEqual(actual, expected) && hash !== null
}

/** The hash of a password that nobody knows. */
const decoyHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(randomBytes(saltBytes))}$${unpadded(randomBytes(cost.tagLength))}`

function unpadded(bytes: Buffer): string {
  return withoutEnd(bytes.toString('base64'), '=')
}

/** Preloaded into a product that is measured: writes what its statements were, and how many of each, to STATEMENTS_FILE when it gets SIGUSR2. */
import { writeFileSync } from 'node:fs'
import pg from 'pg'

const counts = new Map<string, number>()
const prototype = pg.Client.prototype as unknown as { query: (...asked: unknown[]) => unknown }
const plain = prototype.query

prototype.query = function counted(this: unknown, ...asked) {
  const [first] = asked
  const text = typeof first === 'string' ? first : String((first as { text?: string } | undefined)?.text)
  const name = text.replaceAll('\n', ' ').trim().slice(0, 90)
  counts.set(name, (counts.get(name) ?? 0) + 1)
  return plain.apply(this, asked)
}

process.on('SIGUSR2', () => writeFileSync(process.env['STATEMENTS_FILE'] ?? '', JSON.stringify([...counts])))

import { ProblemError } from '#contract/kit/problem.ts'

/** SQLSTATE classes after which the same statement may succeed: connection, roll-back, resources, intervention. */
const passing = /^(08|40|53|57)/

/** Whether a failure of the database passes by itself. An error without a SQLSTATE is one of the connection, but for Node's own (`ERR_…`), which come again. */
export function isTransient(thrown: unknown): boolean {
  // A sentence for people may speak of connections and timeouts, too.
  if (!(thrown instanceof Error) || thrown instanceof ProblemError) return false
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
  // A row whose partition is being made this moment.
  if (code === '23514') return /partition/.test(thrown.message)
  if (/^[0-9A-Z]{5}$/.test(code)) return passing.test(code)
  return (code !== '' && !code.startsWith('ERR_')) || /connection|timeout|terminated/i.test(thrown.message)
}

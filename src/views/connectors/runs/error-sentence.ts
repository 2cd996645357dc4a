import type { Transaction } from '#contract/connectors/runs/transaction.ts'

/** Members under which systems say what is wrong, the usual ones first. */
const usual = ['message', 'detail', 'error_description', 'error', 'title', 'reason'] as const
export const longest = 200

/** What the other system says in its own words, from a body in JSON; null where it says nothing that can be found. */
export function remoteMessage(body: string): string | null {
  try {
    const said: unknown = JSON.parse(body)
    for (const part of [said, Object(said).error, Object(said).errors?.[0]])
      for (const name of usual) {
        const text: unknown = Object(part)[name]
        if (typeof text === 'string' && text.trim() !== '') return text.trim().slice(0, longest)
      }
    return null
  } catch {
    return null
  }
}

/** Why a record failed, in one line: our sentence, and the words of the destination. Empty where nothing went wrong. */
export function errorSentence({ error }: Pick<Transaction, 'error'>): string {
  if (error === null) return ''
  const remote = error.answer === undefined ? null : remoteMessage(error.answer.body)
  return remote === null || error.message.includes(remote) ? error.message : `${error.message} ${remote}`
}

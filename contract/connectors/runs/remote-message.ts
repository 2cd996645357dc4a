/** What another system says in its own words. Both sides read it. */

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

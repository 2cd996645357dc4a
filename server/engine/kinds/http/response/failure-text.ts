/** The text for a failure that an answer reports, and what its words mean for retries. Pure. */
import type { ReportedFailure } from './failure-vocabulary.ts'

const wordsMax = 200

/** The failure as the rest of a sentence: `"Session has expired" (190)`. */
export function quoted({ words, code, mark }: ReportedFailure, masked: (text: string) => string): string {
  if (words === null) return masked(mark)
  const text = masked(words)
  return `"${text.length > wordsMax ? `${text.slice(0, wordsMax)}…` : text}"${code === null ? '' : ` (${masked(code)})`}`
}

/** Words of a request that had no effect and may succeed the next time. */
const isThrottled = (text: string) => /rate.?limit|throttl|too.?many.?request|quota|request.?limit/i.test(text)
const isPassing = (text: string) =>
  /temporar|try again|unavailable|overload|busy|time.?out|timed.?out|internal|backend|maintenance|\b(?:408|429|5\d\d)\b/i.test(
    text,
  )

/** Whether the failure is a rate limit, so the request had no effect. */
export const saysLimit = ({ words, code, mark }: ReportedFailure): boolean =>
  isThrottled(`${words ?? ''} ${code ?? ''} ${words === null ? mark : ''}`) || code === '429'

/** Whether the same request may succeed later. Only for requests that may be repeated. */
export const mayPass = (failure: ReportedFailure): boolean =>
  saysLimit(failure) || isPassing(`${failure.words ?? ''} ${failure.code ?? ''} ${failure.mark}`)

/** Whether it says that there is no such page, which ends a list as an empty page does. */
export const saysNoMore = ({ words, code }: ReportedFailure): boolean =>
  code === '404' ||
  /\bno (?:more |further |other )?(?:records?|results?|data|items?|pages?|entries)\b|out of range|not found|does not exist|beyond|invalid page|page (?:number )?(?:is )?(?:too|invalid)/i.test(
    words ?? '',
  )

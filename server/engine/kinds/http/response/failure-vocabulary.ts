/** The names and words with which systems report failures. Pure. */
import { isGeneral, withDetail } from '#contract/kit/reason/general-sentence.ts'
import { type Entry, isObject } from './item-verdict.ts'

export type ReportedFailure = {
  /** The message of the other system; null if it only marks the failure. */
  readonly words: string | null
  /** The code of the failure, if there is one. */
  readonly code: string | null
  /** The member that marks the failure, e.g. `"ok": false`. */
  readonly mark: string
}

export const setOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))
/** `error_message`, `errorMessage` and `Error-Message` are one name. */
export const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

export const flagNames = setOf('ok success succeeded successful issuccess issuccessful successfully')
export const alarmNames = setOf('haserror haserrors iserror isfailure errored')
export const wordNames = setOf('status stat result outcome ack response responsestatus resultstatus callstatus')
export const errorNames =
  setOf(`error errors err exception fault errormessage errormessages errormsg errmsg errordescription errordetail errordetails
  usererrors mutationerrors fielderrors validationerrors odataerror exceptiontype exceptionmessage errortype stacktrace traceback
  partialfailureerror requesterror serviceexception`)
export const listedErrors = /errors$/
export const errorCodes = setOf('errcode errorcode errno errornumber')
export const codeNames = setOf('code retcode returncode resultcode responsecode respcode rtncode ret statuscode')
export const httpNames = setOf('status statuscode httpstatus httpstatuscode httpcode')
export const messageNames =
  setOf(`message msg errormessage errormsg errmsg errordescription description detail details reason faultstring title
  exceptionmessage error info statusmessage responsemessage longmessage usermessage errordetail resultmessage resultmsg resultdescription
  resultdesc`)
/** Names of messages beside a code. `description` is not one of them: a promotion has a code and a description, and has not failed. */
export const codedMessages = setOf(
  'message msg errormessage errormsg errmsg errordescription reason faultstring info statusmessage resultmessage resultmsg resultdescription resultdesc',
)
const leadingMessages = setOf('message msg detail errormessage errormsg errordescription usermessage')
export const wrapperNames = setOf(
  'data result response body meta header head d status envelope responsestatus responseheader resultinfo',
)
export const counts = setOf('failed failure failures skipped')

const successWords =
  setOf(`ok success succeeded successful succeed created updated deleted accepted delivered received queued saved done
  complete completed none null false no noerror noerrors true yes 0 00 000 0000 200 201 202 20000`)
const failureWords =
  setOf(`error errors failed failure fail nok ko notok rejected invalid denied refused unauthorized unauthorised forbidden
  unauthenticated fault exception aborted skipped`)
const failureEnd = /(?:^|_)(?:error|failed|failure|denied|exception|fault)$/
const failureStart = /^(?:invalid|over)_(?:[a-z]+_)?(?:request|limit|key|token|query|argument|parameter)/
export const successMessage =
  /^\s*(?:ok|succe|done|created|accepted|saved|updated|received|complete|queued|none\b|no errors?\b|成功|操作成功|请求成功)/i
export const failureText =
  /err|fail|invalid|denied|unauth|forbidden|expired|missing|not.?found|reject|exception|limit|required|duplicate|conflict|time.?out|unavailable|bad/i

export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.every(isBlank)) ||
  (isObject(value) && Object.values(value).every(isBlank))

const wordOf = (value: string) => value.trim().toLowerCase().replaceAll(/[ .-]/g, '_')
export const isSuccessWord = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number') && successWords.has(wordOf(String(value)).replaceAll('_', ''))

export function isFailureWord(value: string): boolean {
  const word = wordOf(value)
  return failureWords.has(word.replaceAll('_', '')) || failureEnd.test(word) || failureStart.test(word)
}

const notIds = /^(?:request|trace|correlation|session|client|error|log|incident|span|transaction|batch|event|operation)s?_?-?id$/i

/** Whether an object is a resource with its own status and errors: they describe the resource and not the request. */
export function isThing(entry: Entry): boolean {
  if (Object.hasOwn(entry, 'jsonrpc')) return false
  return Object.entries(entry).some(([name, value]) => {
    const isNaming = /^(?:_?id|gid|uuid|guid|sid|key)$|[a-z]Id$|_id$/.test(name) && !notIds.test(name)
    return isNaming && !isBlank(value) && (typeof value === 'string' || typeof value === 'number' || JSON.isRawJSON(value))
  })
}

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : typeof value === 'number' ? String(value) : null

/** Whether a value under the name of an error is one. `{ code: 0, message: "" }` is none. */
export function isError(value: unknown): boolean {
  if (isBlank(value) || isSuccessWord(value)) return false
  if (Array.isArray(value)) return value.some(isError)
  if (!isObject(value)) return true
  return Object.entries(value).some(([name, inner]) => {
    if (isBlank(inner)) return false
    return messageNames.has(plain(name)) && typeof inner === 'string' ? !successMessage.test(inner) : !isSuccessWord(inner)
  })
}

/** The message of an object, or of the first of its errors, and its code. */
export function saidIn(value: unknown, depth = 0): { words: string | null; code: string | null } {
  if (typeof value === 'string') return { words: textOf(value), code: null }
  if (depth > 3) return { words: null, code: null }
  if (Array.isArray(value)) return saidIn(value.find(isError), depth + 1)
  if (!isObject(value)) return { words: null, code: null }
  const entries = Object.entries(value)
  const errors = entries.filter(([name, inner]) =>
    errorNames.has(plain(name)) || listedErrors.test(plain(name)) || plain(name) === 'reasons' ? isError(inner) : false,
  )
  const nested = errors.map(([, inner]) => saidIn(inner, depth + 1)).find(({ words }) => words !== null)
  const messages = entries.filter(
    ([name, inner]) => messageNames.has(plain(name)) && typeof inner === 'string' && inner.trim() !== '',
  )
  // Beside a message, a reason is its code.
  const message = messages.find(([name]) => plain(name) !== 'reason') ?? messages[0]
  const reason = messages.find((it) => it !== message && plain(it[0]) === 'reason')
  const isCode = (name: string) => errorCodes.has(plain(name)) || codeNames.has(plain(name)) || plain(name) === 'type'
  const code = entries.find(([name, inner]) => isCode(name) && textOf(inner) !== null && !isSuccessWord(inner))
  const own = message ? textOf(message[1]) : null
  // Beside a message the text of an error is its name: `{ "error": "invalid_token", "error_description": "…" }`.
  const isName = own !== null && errors.every(([, inner]) => typeof inner === 'string') && own !== nested?.words
  // The name or the description beside an error may be of the record.
  const isLeading = message !== undefined && leadingMessages.has(plain(message[0]))
  const detail = nested?.words == null ? null : { said: nested.words, field: null }
  return {
    words: isName ? own : isLeading && own !== null && !isGeneral(own) ? withDetail(own, detail).said : (nested?.words ?? own),
    code: nested?.code ?? (code ? textOf(code[1]) : isName && nested ? nested.words : reason ? textOf(reason[1]) : null),
  }
}

// The text for a failure that an answer reports, and what its words mean for retries. Pure.

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

/** A configuration as text, without the secrets that were typed into it. It works on text that is half typed, and so on no parsed thing. */

export type Blanked = { readonly text: string; readonly count: number }

type Span = { readonly from: number; readonly to: number }
/** An object or a list that is open at a place of the text. `name` is the member that holds it, `member` the last one that was named inside it. */
type Frame = { readonly isObject: boolean; readonly name: string; member: string; key: string; value: Span | null }

/** Wherever they stand, somebody may have put a secret there by mistake. */
const secretNames = /^(?:password|token|clientSecret|secret|apiKey|accountKey|sasToken)$/i
/** Inside `auth` also these. */
const authNames = /^(?:key|value|seed)$/
/** Headers that the server takes in no configuration: what was typed there may be a secret. */
const credentials = /^(?:authorization$|cookie$|proxy-)/i

/** The text with `instead` for every secret that stands in it as text; marks of secrets that the server has stay. */
export function withoutSecretTexts(text: string, instead = ''): Blanked {
  const spans = secretSpans(text).filter(({ from, to }) => to > from)
  let kept = ''
  let at = 0
  for (const { from, to } of spans) {
    kept += text.slice(at, from) + instead
    at = to
  }
  return { text: kept + text.slice(at), count: spans.length }
}

/** What stands between the quotes of each, in the order of the text. */
function secretSpans(text: string): Span[] {
  const spans: Span[] = []
  const frames: Frame[] = []
  const close = (frame: Frame | undefined) => {
    if (frame?.value && credentials.test(frame.key)) spans.push(frame.value)
  }
  for (let at = 0; at < text.length; at += 1) {
    const frame = frames.at(-1)
    const sign = text[at]
    if (sign === '{' || sign === '[') {
      // An item of a list stands under the list's own name.
      const name = frame === undefined || !frame.isObject ? (frame?.name ?? '') : frame.member
      frames.push({ isObject: sign === '{', name, member: '', key: '', value: null })
    } else if (sign === '}' || sign === ']') close(frames.pop())
    else if (sign === '"') {
      const span = { from: at + 1, to: endOfText(text, at + 1) }
      const said = text.slice(span.from, span.to)
      at = span.to
      if (frame === undefined) continue
      if (/^\s*:/.test(text.slice(at + 1, at + 80))) frame.member = said
      else if (isSecret(frame)) spans.push(span)
      else if (frame.name === 'headers' && frame.member === 'key') frame.key = said
      else if (frame.name === 'headers' && frame.member === 'value') frame.value = span
    }
  }
  for (const frame of frames) close(frame)
  return spans.toSorted((one, other) => one.from - other.from)
}

const isSecret = ({ name, member }: Frame) =>
  secretNames.test(member) || (name === 'auth' && authNames.test(member)) || (name === 'secrets' && member === 'value')

/** A text ends at its quote; one that nobody closed yet ends with its line. */
function endOfText(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"' || text[at] === '\n') return at
  }
  return text.length
}

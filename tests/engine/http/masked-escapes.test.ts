/** Secrets that another system says back in escapes: whatever its writer escapes, nothing readable is kept (threat T-SEC-3, finding T9). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createMask, mask } from '#server/engine/kinds/http/masking/masking.ts'

const token = 'Ab9/x+Y7Qq==zK/4'
const cafe = 'café/Zürich+1'
const hostile = `p<w>&"it's\\n%41`

/** What real writers make of a text, and where it was taken from. */
const written: readonly (readonly [writer: string, secret: string, text: string])[] = [
  ['System.Text.Json of .NET', token, '{"error":"bad key Ab9/x\\u002BY7Qq==zK/4"}'],
  ['Gson', token, '{"error":"bad key Ab9/x+Y7Qq\\u003d\\u003dzK/4"}'],
  ['json_encode of PHP', token, '{"error":"bad key Ab9\\/x+Y7Qq==zK\\/4"}'],
  [
    'every character by number',
    token,
    `{"error":"${Array.from(token, (it) => `\\u00${it.charCodeAt(0).toString(16)}`).join('')}"}`,
  ],
  ['every character as a decimal entity', token, `<p>${Array.from(token, (it) => `&#${it.charCodeAt(0)};`).join('')}</p>`],
  [
    'every character as a hexadecimal entity',
    token,
    `<p>${Array.from(token, (it) => `&#x${it.charCodeAt(0).toString(16)};`).join('')}</p>`,
  ],
  ['entities filled up with zeros', token, 'Ab9&#0000047;x&#x002B;Y7Qq&#0061;&#061;zK&#47;4'],
  ['html-entities with named signs', token, 'Ab9&sol;x&plus;Y7Qq&equals;&equals;zK&sol;4'],
  ['System.Text.Json within System.Text.Json', token, '{"inner":"{\\u0022key\\u0022:\\u0022Ab9/x\\\\u002BY7Qq==zK/4\\u0022}"}'],
  ['json_encode within json_encode', token, '{"inner":"{\\"key\\":\\"Ab9\\\\\\/x+Y7Qq==zK\\\\\\/4\\"}"}'],
  ['Gson within JSON.stringify', token, '{"inner":"{\\"key\\":\\"Ab9/x+Y7Qq\\\\u003d\\\\u003dzK/4\\"}"}'],
  ['an address within Gson', token, '{"url":"https://x.test/?a\\u003d1\\u0026key\\u003dAb9%2Fx%2BY7Qq%3D%3DzK%2F4"}'],
  ['json.dumps of Python', cafe, '{"error": "bad key caf\\u00e9/Z\\u00fcrich+1"}'],
  ['json_encode of PHP, with letters', cafe, '{"error":"bad key caf\\u00e9\\/Z\\u00fcrich+1"}'],
  ['System.Text.Json of .NET, with letters', cafe, '{"error":"bad key caf\\u00E9/Z\\u00FCrich\\u002B1"}'],
  ['htmlentities of PHP', cafe, '<p>caf&eacute;/Z&uuml;rich+1</p>'],
  ['HtmlEncoder of .NET', cafe, '<p>caf&#xE9;/Z&#xFC;rich&#x2B;1</p>'],
  ['htmlentities within json_encode', cafe, '{"html":"<p>caf&eacute;\\/Z&uuml;rich+1<\\/p>"}'],
  ['escapes of several kinds', cafe, 'caf&#xE9;%2FZ\\u00FCrich&plus;1'],
  ['an address in small letters', cafe, 'key=caf%c3%a9%2fz'.replace('z', 'Z%c3%bcrich%2b1')],
  ['ActiveSupport of Rails', hostile, '{"error":"p\\u003cw\\u003e\\u0026\\"it\'s\\\\n%41"}'],
  ['System.Text.Json of .NET, with signs', hostile, '{"error":"p\\u003Cw\\u003E\\u0026\\u0022it\\u0027s\\\\n%41"}'],
  ['json.dumps of Python, beyond 16 bits', 'key-🔑-key', '{"error": "key-\\ud83d\\udd11-key"}'],
  ['an entity beyond 16 bits', 'key-🔑', '<p>key-&#128273;</p>'],
  ['System.Text.Json of what is saved in base64', '>>>???ÿÿ', '"Pj4\\u002BPz8/w7/Dvw=="'],
]

const byNumber = (digits: (hex: string) => string) => (it: string) =>
  Array.from({ length: it.length }, (_, at) => `\\u${digits(it.charCodeAt(at).toString(16).padStart(4, '0'))}`).join('')
const small = byNumber((hex) => hex)
const capital = byNumber((hex) => hex.toUpperCase())
const byEntity = (it: string) => `&#${it.codePointAt(0)};`
const inPercent = (it: string) => [...Buffer.from(it)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
/** As it is, but for signs that begin escapes. */
const plainOr = (write: (it: string) => string) => (it: string) => (/[\\&%"]/.test(it) ? write(it) : it)

/** How one kind of writer may write one character. */
const writers: readonly (readonly ((it: string) => string)[])[] = [
  [plainOr(small), small, capital, (it) => (/[\\/"]/.test(it) ? `\\${it}` : small(it))],
  [plainOr(byEntity), byEntity, (it) => `&#x${it.codePointAt(0)?.toString(16)};`],
  [plainOr(inPercent), inPercent],
]
/** What a second writer makes of the text of the first. */
const wraps: readonly ((text: string) => string)[] = [
  JSON.stringify,
  (text) => JSON.stringify(text).replaceAll('/', '\\/').replaceAll('&', '\\u0026'),
  (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  encodeURIComponent,
]

describe('a secret in escapes', () => {
  it.each(written)('is masked as it is written by: %s', (_, secret, text) => {
    const { masked } = createMask(secret)
    const shown = masked(text)
    expect(shown).toContain(mask)
    // What stands around it stays: it is still what the writer closes.
    const [before = '', after = ''] = shown.split(mask)
    expect(text.startsWith(before) && text.endsWith(after)).toBe(true)
    expect(shown.length - mask.length).toBe(before.length + after.length)
    for (const part of ['Ab9', 'Qq', 'zK', 'caf', 'rich', 'it', 'key-', 'Pj4']) {
      if (secret.includes(part) || part === 'Pj4') expect(shown).not.toContain(part)
    }
  })

  const unit = fc.constantFrom(...('aZ09+/=&%\\"<>\'é🔑 n.'.match(/./gu) ?? []))
  const charactersOf = (ways: readonly ((it: string) => string)[]) =>
    fc.array(fc.tuple(unit, fc.constantFrom(...ways)), { minLength: 4, maxLength: 12 })
  const isMaskedIn = (characters: readonly (readonly [string, (it: string) => string])[], wrap: (text: string) => string) => {
    const secret = characters.map(([it]) => it).join('')
    const text = characters.map(([it, write]) => write(it)).join('')
    expect(createMask(secret).masked(wrap(`(${text})`))).toBe(wrap(`(${mask})`).replace(encodeURIComponent(mask), mask))
  }

  it('is masked however each of its characters is written', () => {
    fc.assert(
      fc.property(charactersOf(writers.flat()), (characters) => isMaskedIn(characters, (text) => text)),
      { numRuns: 100 },
    )
  })

  it('is masked within a text that another writer wrote anew', () => {
    const characters = fc.constantFrom(...writers).chain(charactersOf)
    fc.assert(fc.property(characters, fc.constantFrom(...wraps), isMaskedIn), { numRuns: 100 })
  })

  it('leaves texts alone that hold none', () => {
    const { masked } = createMask(token, cafe)
    for (const text of ['C:\\new\\table', '100 % & more; &#x; %zz \\u12 &nothing; \\', '{"a":"\\u00e9\\/"}', '&amp;amp;%25'])
      expect(masked(text)).toBe(text)
  })

  it('does not stay at a cut that divides it', () => {
    const { masked } = createMask(token)
    const escaped = Array.from(token, (it) => `\\u00${it.charCodeAt(0).toString(16)}`).join('')
    for (let kept = 1; kept < escaped.length; kept += 1) {
      const begun = `${'a'.repeat(1_000)}${escaped.slice(0, kept)}`
      expect(masked(begun, { shown: 2_000, isCut: true })).not.toContain('\\u')
    }
  })
})

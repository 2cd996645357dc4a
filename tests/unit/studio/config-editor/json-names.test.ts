/** JSON that reads otherwise than it looks is refused by name and line. */
import { describe, expect, it } from 'vitest'

import { written } from '#src/machines/studio/config-editor/config-text.ts'

const messageOf = (text: string) => {
  const it = written(text)
  return 'problem' in it ? it.problem.message : null
}

describe('a configuration as text', () => {
  it('is refused where one object has a name twice, by the name and its line', () => {
    expect(messageOf('{\n  "name": "a",\n  "source": { "url": 1,\n    "url": 2 }\n}')).toBe(
      'The name "url" appears twice in one object (line 4).',
    )
    expect(messageOf('{"a":1,"\\u0061":2}')).toBe('The name "a" appears twice in one object (line 1).')
  })

  it('is refused where a name is __proto__, and not where a text is', () => {
    expect(messageOf('{\n"a": {"__proto__": {}}}')).toBe('The name "__proto__" cannot be used (line 2).')
    expect(messageOf('{"a": "__proto__", "b": ["__proto__"]}')).toBeNull()
  })

  it('says that it is too deep, however deep it is', () => {
    for (const depth of [300, 5_000, 200_000])
      expect(messageOf(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toBe(
        'The text is nested more than 256 levels deep (line 1).',
      )
  })

  it('may have one name in several objects, in lists, and in texts with quotes', () => {
    expect(messageOf('{"a":{"a":1},"b":[{"a":1},{"a":"\\"a\\":"}],"c":"{\\"a\\":1,\\"a\\":2}"}')).toBeNull()
  })

  it('is told in the words of the browser where it is no JSON', () => {
    expect(messageOf('{"a":1,}')).toMatch(/JSON/)
  })
})

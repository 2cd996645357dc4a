import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { fillBody, filler, fillUrl } from '#server/engine/kinds/http/variables.ts'

const named = (values: Record<string, string>) => filler(Object.entries(values).map(([key, value]) => ({ key, value })))

describe('variables', () => {
  it('stand where their name stands, once and literally', () => {
    const fill = named({ region: 'eu', odd: '$& {{region}}' })
    expect(fill('a {{region}} b {{region}}')).toBe('a eu b eu')
    expect(fill('{{odd}}')).toBe('$& {{region}}')
  })

  it('leave what was not declared, or is switched off, as it stands (T-EXPR)', () => {
    const fill = filler([
      { key: 'a', value: '1' },
      { key: 'b', value: '2', active: false },
    ])
    const texts = [
      '{{constructor.constructor}}',
      '{{toString}}',
      '{{__proto__}}',
      '{{ a }}',
      '{{b}}',
      '$'.concat('{a}'),
      '{a}',
      '{{a',
      '{{}}',
    ]
    for (const text of texts) expect(fill(text)).toBe(text)
  })

  it('never change a text without a declared name', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('{{a}}'))
        expect(named({ a: 'x' })(text)).toBe(text)
      }),
    )
  })

  it('fill the path and the query of an address and nothing before them', () => {
    const fill = named({ version: 'v1/eu', q: 'a&b=c', host: 'evil.test', 'mon client': '7' })
    expect(fillUrl('https://a.test/{{version}}/x?q={{q}}&r=1', fill).href).toBe('https://a.test/v1/eu/x?q=a%26b%3Dc&r=1')
    expect(fillUrl('https://a.test/{{mon client}}', fill).href).toBe('https://a.test/7')
    expect(fillUrl('https://a.test/?i=1&i={{mon client}}', fill).href).toBe('https://a.test/?i=1&i=7')
    expect(fillUrl('https://a.test/{{nothing}}?a=%2F', fill).href).toBe('https://a.test/%7B%7Bnothing%7D%7D?a=%2F')
  })

  it('cannot lead to another origin', () => {
    const odd = fc.string({ unit: fc.constantFrom('/', '\\', '@', ':', '?', '#', '.', '%', 'a', '\n', '2e', '{', '}') })
    fc.assert(
      fc.property(odd, (value) => {
        const url = fillUrl('https://a.test/x{{v}}?k={{v}}', named({ v: value }))
        expect(url.origin).toBe('https://a.test')
        expect(url.searchParams.get('k')).toBe(value)
        expect(url.hash).toBe('')
      }),
    )
  })
})

describe('variables of a body', () => {
  const filled = (text: string, values: Record<string, string>) =>
    fillBody(
      text,
      Object.entries(values).map(([key, value]) => ({ key, value })),
    )

  it('stay one text between the quotation marks of JSON, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (value, beside) => {
        fc.pre(!beside.includes('{{'))
        const template = JSON.stringify({ [beside]: [`${beside}{{a}}`, { in: '{{a}}{{a}}' }] })
        expect(JSON.parse(filled(template, { a: value }))).toEqual({ [beside]: [`${beside}${value}`, { in: value + value }] })
      }),
    )
  })

  it('stand as they were written outside of quotation marks, and in what is no JSON', () => {
    expect(filled('{"size": {{n}}, "of": "{{who}}", "from": {{cursor}}}', { n: '5', who: 'a "b"' })).toBe(
      '{"size": 5, "of": "a \\"b\\"", "from": {{cursor}}}',
    )
    expect(filled('name={{who}}&"{{who}}"', { who: 'a"b' })).toBe('name=a"b&"a"b"')
    expect(filled('<a b="{{who}}"/>', { who: 'a"b' })).toBe('<a b="a"b"/>')
    expect(filled('{"a": "\\\\", "b": "{{who}}"}', { who: '\\' })).toBe('{"a": "\\\\", "b": "\\\\"}')
  })
})

/** XML as the JSON of the same things. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { XmlFault, xmlToJson } from '#server/engine/kit/formats/xml.ts'

const valueIn = (text: string, lists?: readonly (readonly string[])[]): unknown => JSON.parse(xmlToJson(text, lists))

describe('XML', () => {
  it.each<[string, string, unknown]>([
    ['text', '<a>01001</a>', { a: '01001' }],
    ['nothing', '<a/>', { a: '' }],
    ['no value', '<a xmlns:xsi="u" xsi:nil="true"/>', { a: null }],
    ['attributes and text', '<a b="1" xmlns="u">c</a>', { a: { '@b': '1', '#text': 'c' } }],
    ['elements that repeat', '<a><b>1</b><c/><b>2</b></a>', { a: { b: ['1', '2'], c: '' } }],
    ['prefixes', '<s:a xmlns:s="u"><s:b>1</s:b></s:a>', { 's:a': { 's:b': '1' } }],
    ['entities and numbers', '<a>&lt;&#x20AC;&amp;&#252;</a>', { a: '<€&ü' }],
    ['CDATA, comments and instructions', '<?xml version="1.0"?><!-- x --><a><![CDATA[<b>]]><!-- y --></a>', { a: '<b>' }],
    ['spaces that mean nothing', '<a>\n  <b> x </b>\n</a>', { a: { b: ' x ' } }],
  ])('has %s', (_, text, value) => {
    expect(valueIn(text)).toEqual(value)
  })

  it('has lists of one element where they are named', () => {
    expect(valueIn('<a><b><c>1</c></b></a>', [['a', 'b', 'c']])).toEqual({ a: { b: { c: ['1'] } } })
  })

  it('keeps names that JavaScript has for itself as data', () => {
    const value = valueIn('<a><__proto__ x="1"/><constructor>2</constructor></a>') as { a: object }
    expect(Object.keys(value.a)).toEqual(['__proto__', 'constructor'])
    expect(({} as Record<string, unknown>)['@x']).toBeUndefined()
  })

  it.each<[string, string]>([
    ['a document type', '<!DOCTYPE a><a/>'],
    ['a bomb', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'],
    ['an unknown entity', '<a>&b;</a>'],
    ['depth', '<a>'.repeat(65) + '</a>'.repeat(65)],
    ['two roots', '<a/><b/>'],
    ['an attribute that stands twice', '<a b="1" b="2"/>'],
    ['nothing', ' '],
    ['too many elements', `<a>${'<b/>'.repeat(400_001)}</a>`],
  ])('is refused with %s', (_, text) => {
    expect(() => xmlToJson(text)).toThrow(XmlFault)
  })

  it('is read or refused, whatever it is', () => {
    const part = fc.constantFrom(
      '<a>',
      '</a>',
      '<b/>',
      '<a b="',
      '"',
      '>',
      '<![CDATA[',
      ']]>',
      '&lt;',
      '&',
      '<!--',
      '-->',
      'x',
      ' ',
      '<?p',
      '?>',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        try {
          JSON.parse(xmlToJson(`<r>${parts.join('')}</r>`))
        } catch (thrown) {
          if (!(thrown instanceof XmlFault)) throw thrown
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

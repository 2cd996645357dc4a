import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { valueAt } from '#contract/builder/suggestions/value-at.ts'
import { holds } from '#contract/builder/suggestions/within.ts'
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { parsePath, valueAt as serverValueAt } from '#server/platform/json/path.ts'
import { targetOf } from '#src/machines/builder/mapping/lines.ts'
import { type MappingEvent, mappingMachine } from '#src/machines/builder/mapping/mapping.machine.ts'
import { missingTargets, rowsOf } from '#src/machines/builder/mapping/rows.ts'
import { fitOf, samplesOf } from '#src/machines/builder/mapping/samples.ts'

const sources = ['a', 'b', 'c.d', 'list[*].x']
const targets = ['t', 't.u', 'v', 'w[*].x', 'w']
const fieldsOf = (paths: readonly string[]): ShapeField[] =>
  paths.map((path, at) => ({ path, types: ['string'], isRequired: at % 2 === 0 }))
const shapeOf = (paths: readonly string[]) => ({
  fields: fieldsOf(paths),
  examples: [],
  origin: 'typed' as const,
  takenAt: '2026-11-20T10:00:00.000Z',
})
const shapes = { source: shapeOf(sources), destination: shapeOf(targets) }
const source = fc.constantFrom(...sources, 'unknown')
const target = fc.constantFrom(...targets, 'unknown')
const id = target.map((it) => `to ${it}`)

const move: fc.Arbitrary<MappingEvent> = fc.oneof(
  fc.record({ type: fc.constant('user.connected' as const), source, target }),
  fc.record({ type: fc.constant('user.disconnected' as const), id }),
  fc.record({ type: fc.constant('user.changedEdge' as const), id, change: fc.record({ sourcePath: source }) }),
  fc.record({ type: fc.constant('user.ruled' as const), targetPath: target, ruleId: fc.constantFrom('r1', 'r2') }),
  fc.record({ type: fc.constant('user.picked' as const), side: fc.constant('source' as const), path: source }),
  fc.record({ type: fc.constant('user.picked' as const), side: fc.constant('target' as const), path: target }),
  fc.record({
    type: fc.constant('user.acceptedSuggestions' as const),
    suggestions: fc.array(fc.record({ sourcePath: source, targetPath: target }), { maxLength: 4 }),
  }),
  fc.constant({ type: 'user.undid' as const }),
  fc.constant({ type: 'user.redid' as const }),
)
const moves = fc.array(move, { maxLength: 40 })

const open = (told: (edges: readonly MappingEdge[]) => void = () => {}) =>
  createActor(mappingMachine.provide({ actions: { tellEdges: (_, { edges }) => told(edges) } }), {
    input: { edges: [], shapes, isList: true, listPath: 'items' },
  }).start()

describe('whatever a person does to a mapping', () => {
  it('no target gets two lines, and none stands inside another', () => {
    fc.assert(
      fc.property(moves, (events) => {
        const actor = open()
        for (const event of events) {
          actor.send(event)
          const written = actor.getSnapshot().context.edges.map(targetOf)
          expect(new Set(written).size).toBe(written.length)
          expect(written.some((one) => written.some((other) => holds(one, other)))).toBe(false)
          expect(new Set(actor.getSnapshot().context.edges.map((edge) => edge.id)).size).toBe(written.length)
        }
        actor.stop()
      }),
    )
  })

  it('undo after any change gives back the lines before, and redo the lines after', () => {
    fc.assert(
      fc.property(moves, move, (events, last) => {
        const actor = open()
        for (const event of events) actor.send(event)
        const before = actor.getSnapshot().context
        actor.send(last)
        const after = actor.getSnapshot().context
        fc.pre(after.edges !== before.edges && !/undid|redid/.test(last.type))
        actor.send({ type: 'user.undid' })
        expect(actor.getSnapshot().context.edges).toEqual(before.edges)
        expect(actor.getSnapshot().context.suggested).toEqual(before.suggested)
        actor.send({ type: 'user.redid' })
        expect(actor.getSnapshot().context.edges).toEqual(after.edges)
        actor.stop()
      }),
    )
  })

  it('no suggestion touches a line of a person', () => {
    fc.assert(
      fc.property(moves, fc.array(fc.record({ sourcePath: source, targetPath: target })), (events, suggestions) => {
        const actor = open()
        for (const event of events) actor.send(event)
        const { edges, suggested } = actor.getSnapshot().context
        const own = edges.filter((edge) => !suggested.includes(edge.id))
        actor.send({ type: 'user.acceptedSuggestions', suggestions })
        const { context } = actor.getSnapshot()
        expect(context.edges).toEqual(expect.arrayContaining(own))
        expect(context.suggested.filter((it) => own.some((edge) => edge.id === it))).toEqual([])
        actor.stop()
      }),
    )
  })

  it('the draft is told of every change, and of nothing else', () => {
    fc.assert(
      fc.property(moves, (events) => {
        let told: readonly MappingEdge[] = []
        const actor = open((edges) => {
          told = edges
        })
        for (const event of events) {
          actor.send(event)
          expect(told).toEqual(actor.getSnapshot().context.edges)
        }
        actor.stop()
      }),
    )
  })
})

it('what is required and missing comes first, and every line has a row', () => {
  fc.assert(
    fc.property(moves, (events) => {
      const actor = open()
      for (const event of events) actor.send(event)
      const { context } = actor.getSnapshot()
      const rows = rowsOf(context)
      const missing = missingTargets(context)
      expect(rows.slice(0, missing.length).map(({ field }) => field)).toEqual(missing)
      expect(rows.flatMap(({ line }) => line ?? []).length).toBe(context.edges.length)
      expect(missing.some(({ path }) => context.edges.some((edge) => targetOf(edge) === path))).toBe(false)
      actor.stop()
    }),
  )
})

it('a path is read as the engine reads it', () => {
  const name = fc.constantFrom('a', 'b', 'toString', '0')
  const record = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(1, 'x', null),
      fc.dictionary(name, tie('node'), { maxKeys: 3 }),
      fc.array(tie('node'), { maxLength: 3 }),
    ),
  })).node
  const step = fc.oneof(
    name.map((it) => `["${it}"]`),
    fc.constantFrom('[0]', '[1]', '.a', '.b'),
  )
  const path = fc
    .tuple(fc.constantFrom('a', 'b', 'toString'), fc.array(step, { maxLength: 3 }))
    .map(([first, rest]) => first + rest.join(''))
  fc.assert(
    fc.property(record, path, (value, text) => {
      const parsed = parsePath(text)
      fc.pre('path' in parsed)
      expect(valueAt(value, text)).toEqual('path' in parsed ? serverValueAt(value, parsed.path) : undefined)
    }),
  )
})

describe('the examples on a line', () => {
  const line: MappingEdge = { id: 'to t', source: 'a', target: 't', sourcePath: 'a', targetPath: 't' }
  const examples = [{ a: 1 }, { a: null }, {}, { a: '' }]
  const known = { shapes: { source: { ...shapes.source, examples } }, answer: null, previewed: null }

  it('count what holds nothing before the engine was asked, and show nothing that it did not make', () => {
    const { emptyRate, isPreviewed, samples } = samplesOf(known, line)
    expect({ emptyRate, isPreviewed }).toEqual({ emptyRate: 0.75, isPreviewed: false })
    expect(samples.map(({ outcome, comesOut }) => [outcome, comesOut])).toEqual(examples.map(() => ['unseen', undefined]))
  })

  it('show what the engine made, and which did not fit', () => {
    const fault = { errors: [{ path: '/dataMapping/0', message: 'must fit' }] }
    const runs = [
      { key: '1', record: { a: 1 }, outcome: 'mapped', output: { t: '1' }, problem: null },
      { key: '2', record: { a: 2 }, outcome: 'failed', problem: fault },
      { key: '3', record: {}, outcome: 'skipped', problem: null },
      { key: '4', record: {}, outcome: 'failed', problem: { errors: [{ path: '/dataMapping/1', message: 'other' }] } },
    ]
    const answer = { records: runs, deliveries: [], exchanges: [], message: '', problem: null } as never
    const { samples, misfits, isPreviewed } = samplesOf({ ...known, answer, previewed: [line] }, line)
    expect({ misfits, isPreviewed }).toEqual({ misfits: 1, isPreviewed: true })
    expect(samples.map(({ outcome }) => outcome)).toEqual(['made', 'misfit', 'skipped', 'unseen'])
    expect([samples[0]?.comesOut, samples[1]?.reason]).toEqual(['1', 'must fit'])
    expect(samplesOf({ ...known, answer, previewed: [line] }, { ...line }).isPreviewed).toBe(false)
  })

  it('say nothing of a record that was too large to be shown whole', () => {
    const cut = examples.map((_, at) => ({
      key: `${at}`,
      record: '{"a":1,"b":"xxx',
      outcome: 'mapped',
      output: '{"t":',
      problem: null,
    }))
    const answer = { records: cut, deliveries: [], exchanges: [], message: '', problem: null } as never
    const { samples, emptyRate } = samplesOf({ ...known, answer, previewed: [line] }, line)
    expect(samples.map(({ goesIn, outcome }) => [goesIn, outcome])).toEqual([
      [1, 'unseen'],
      [null, 'unseen'],
      [undefined, 'unseen'],
      ['', 'unseen'],
    ])
    expect(emptyRate).toBe(0.75)
  })
})

it.each([
  [['string'], ['string'], 'always'],
  [['integer'], ['number'], 'always'],
  [['number'], ['integer'], 'maybe'],
  [['string', 'object'], ['string'], 'maybe'],
  [['object'], ['string'], 'never'],
  [['boolean'], ['date'], 'never'],
  [['array'], ['object', 'array'], 'always'],
  [['any'], ['date'], 'maybe'],
] as const)('%s into %s fits %s', (from, to, fit) => expect(fitOf(from, to)).toBe(fit))

import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'

import type { Lookup } from '#contract/connectors/config/config.ts'
import {
  type EnrichmentEmitted,
  type EnrichmentSnapshot,
  enrichmentMachine,
} from '#src/machines/builder/enrichment/enrichment.machine.ts'
import {
  type EnrichmentChoices,
  type EnrichmentField,
  type EnrichmentWritten,
  lookupOf,
  type ParameterWritten,
  shownFields,
  writtenOf,
} from '#src/machines/builder/enrichment/enrichment-rules.ts'
import { EnrichmentForm } from '#src/views/builder/enrichment/EnrichmentForm.tsx'
import { RecordChoice } from '#src/views/builder/enrichment/RecordChoice.tsx'
import { choose, pick, press, write } from '../../kit/drivers.ts'
import type { Fixture, Gesture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { faultAtField, fieldAt } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const lookup: Lookup = {
  per: 'record',
  parameters: [{ in: 'query', name: 'id', sourcePath: 'customer.id' }],
  resultPath: 'data',
  targetPath: 'customer.details',
  notFound: 'fail',
}
const labels: Readonly<Record<EnrichmentField, string>> = {
  resultPath: 'Result path',
  matchPath: 'Match path',
  targetPath: 'Target path',
  batchSize: 'Records per batch',
  cacheSeconds: 'Cache (seconds)',
  concurrency: 'Parallel requests',
}

/** Each value of the record: what of it is written, or where it goes. */
const valuesOf = ({ parameters }: EnrichmentWritten) =>
  parameters.map(({ in: place, name, sourcePath }) => (name === '' ? 'blank' : sourcePath === '' ? 'named' : place)).join(', ')
const told = ({ written, removed, recordAt }: EnrichmentSnapshot['context']) => ({
  as: `${written.per}, ${written.notFound}`,
  values: valuesOf(written),
  target: written.targetPath,
  match: written.matchPath !== '',
  others: [written.resultPath, written.batchSize, written.cacheSeconds, written.concurrency].join(' ').trim(),
  removed: removed !== null,
  record: recordAt,
})
const plain: ReturnType<typeof told> = {
  as: 'record, fail',
  values: 'query',
  target: 'customer.details',
  match: false,
  others: '',
  removed: false,
  record: 0,
}
const matched = { ...plain, as: 'batch, fail', match: true }

const fixture: Fixture<typeof enrichmentMachine> = {
  view: (actor) => (
    <>
      <EnrichmentForm actor={actor} isDatabase={false} paths={[]} />
      <RecordChoice actor={actor} records={[{ id: 1 }, { id: 2 }]} />
    </>
  ),
  inputs: {
    'a new enrichment': { lookup: undefined, typed: null },
    'one that was half typed when the page was left': { lookup, typed: { ...writtenOf(lookup), targetPath: '' } },
  },
  answers: {
    // Its failure moves nothing and tells nothing: what is typed stays on the page.
    joinDraft: {
      asks: undefined,
      says: { 'somebody completed it': { type: 'draft.changed', lookup } },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {
    'user.wrote': [
      writes('targetPath', 'customer.details', { ...plain, target: '' }),
      writes('targetPath', 'lines[0]', plain),
      writes('resultPath', 'data[*]', plain),
      writes('cacheSeconds', '0', plain),
      writes('concurrency', '33', plain),
      writes('matchPath', 'id', { ...plain, as: 'batch, fail' }),
      writes('batchSize', '1001', matched),
    ],
    'user.chose': [
      { ...pick('One request per record'), ...chooses({ per: 'record' }, { ...plain, as: 'batch, fail' }) },
      { ...pick('One per batch'), ...chooses({ per: 'batch' }, plain) },
      { ...pick('Skip the record'), ...chooses({ notFound: 'skip' }, plain) },
      { ...pick('Continue without it'), ...chooses({ notFound: 'null' }, { ...plain, as: 'record, skip' }) },
      { ...pick('Fail the record'), ...chooses({ notFound: 'fail' }, { ...plain, as: 'record, null' }) },
    ],
    'user.changedParameter': [
      changes(0, write('id', 'Parameter 1: name'), { name: 'id' }, { ...plain, values: 'blank', target: '' }),
      changes(
        0,
        write('customer.id', 'Parameter 1: record field'),
        { sourcePath: 'customer.id' },
        { ...plain, values: 'named', target: '' },
      ),
      changes(0, choose('URL path: {name}', 'Parameter 1: sent in'), { in: 'path' }, plain),
      changes(1, write('day', 'Parameter 2: name'), { name: 'day' }, { ...plain, values: 'query, blank' }),
      changes(
        1,
        write('placedAt', 'Parameter 2: record field'),
        { sourcePath: 'placedAt' },
        { ...plain, values: 'query, named' },
      ),
      changes(1, choose('Header', 'Parameter 2: sent in'), { in: 'header' }, { ...plain, values: 'query, query' }),
    ],
    'user.addedParameter': { ...press('Add parameter'), when: (it) => is(plain)(it) || is(matched)(it) },
    'user.removedParameter': [removes(0), removes(1)],
    'user.restoredParameter': press('Undo'),
    'user.choseRecord': [
      { ...choose('2: {"id":2}', 'Test record'), event: { type: 'user.choseRecord', at: 1 }, when: is(plain) },
    ],
  },
  assertions: {
    opening: 'passing',
    judging: 'passing',
    complete: (snapshot) => {
      sees(snapshot)
      screen.getByText('Complete. Saved in the draft.')
    },
    incomplete: (snapshot) => {
      sees(snapshot)
      screen.getByText(/^Not saved yet\. Complete /)
    },
  },
  delays: {},
  project: (context) => told(context as EnrichmentSnapshot['context']),
  invariants: {
    'what is complete could be run': {
      when: ({ after }) => after.matches('complete'),
      holds: ({ after: { context } }) => {
        const { parameters, targetPath, matchPath, per } = lookupOf(context.written)
        expect(parameters.every(({ name, sourcePath }) => name !== '' && sourcePath !== '')).toBe(true)
        expect(targetPath).toMatch(/^[\w.]+$/)
        if (per === 'batch') expect([parameters.length, matchPath]).toEqual([1, 'id'])
      },
    },
    'what is wrong is told at its field': {
      when: ({ event }) => event['text'] !== undefined && Object.keys(wrong).includes(event['text']),
      holds: ({ event }) =>
        expect(faultAtField(labels[event['field'] as EnrichmentField])).toBe(wrong[event['text'] as keyof typeof wrong]),
    },
    'a value that is put back is the one that was removed': {
      when: ({ event }) => event.type === 'user.restoredParameter',
      holds: ({ before, after }) => {
        const { removed } = before.context
        expect(after.context.written.parameters[removed?.at ?? -1]).toEqual(removed?.parameter)
      },
    },
    'a batch asks with one value, and that is said': {
      when: () => true,
      holds: ({ after: { context } }) => {
        const { per, parameters } = context.written
        const isTold = screen.queryByText('Batches use one parameter. Remove the others.') !== null
        expect(isTold).toBe(per === 'batch' && parameters.length > 1)
      },
    },
  },
}

const wrong = {
  'lines[0]': 'Separate names with dots, without brackets.',
  'data[*]': '[*] is not allowed here.',
  '33': 'Enter a whole number from 1 to 32.',
  '1001': 'Enter a whole number from 1 to 1,000.',
} as const

describe('an enrichment', () => {
  verifyShape(enrichmentMachine)
  verifyEveryEdge(enrichmentMachine, fixture)
})

it('puts what is complete into the draft, and the rest into the tab', () => {
  const heard: EnrichmentEmitted[] = []
  const joinDraft = fromCallback<EnrichmentEmitted, void>(({ receive }) => receive((it) => heard.push(it)))
  const actor = createActor(enrichmentMachine.provide({ actors: { joinDraft } }), { input: { lookup, typed: null } }).start()
  actor.send({ type: 'user.wrote', field: 'targetPath', text: '' })
  actor.send({ type: 'user.wrote', field: 'targetPath', text: ' found ' })
  expect(heard).toEqual([
    { type: 'enrichment.typed', written: { ...writtenOf(lookup), targetPath: '' } },
    { type: 'enrichment.completed', lookup: { ...lookup, targetPath: 'found' } },
  ])
})

function is(stage: ReturnType<typeof told>) {
  return ({ context }: EnrichmentSnapshot) => JSON.stringify(told(context)) === JSON.stringify(stage)
}

function writes(field: EnrichmentField, text: string, stage: ReturnType<typeof told>) {
  return {
    ...write(text, labels[field]),
    event: { type: 'user.wrote', field, text } as const,
    when: is(stage),
    behind: ({ context }: EnrichmentSnapshot) => !shownFields(context.written).includes(field),
  }
}

function chooses(choice: Partial<EnrichmentChoices>, stage: ReturnType<typeof told>) {
  return { event: { type: 'user.chose', choice } as const, when: is(stage) }
}

function changes(at: number, gesture: Gesture, change: Partial<ParameterWritten>, stage: ReturnType<typeof told>) {
  return {
    ...gesture,
    event: { type: 'user.changedParameter', at, change } as const,
    when: is(stage),
    behind: ({ context }: EnrichmentSnapshot) => context.written.parameters[at] === undefined,
  }
}

function removes(at: number) {
  return {
    ...press(`Remove Parameter ${at + 1}`),
    event: { type: 'user.removedParameter', at } as const,
    behind: ({ context }: EnrichmentSnapshot) => context.written.parameters[at] === undefined,
  }
}

/** Everything as it was written, and nothing that is not asked for. */
function sees({ context: { written } }: EnrichmentSnapshot): void {
  for (const field of Object.keys(labels) as EnrichmentField[]) {
    const isShown = shownFields(written).includes(field)
    expect(screen.queryByRole('textbox', { name: labels[field] }) !== null, field).toBe(isShown)
    if (isShown) expect(fieldAt(labels[field]).value).toBe(written[field])
  }
  for (const [at, { name, sourcePath }] of written.parameters.entries()) {
    expect(fieldAt(`Parameter ${at + 1}: name`).value).toBe(name)
    expect(fieldAt(`Parameter ${at + 1}: record field`).value).toBe(sourcePath)
  }
}

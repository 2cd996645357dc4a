import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import type { DryRun } from '#contract/builder/dry-run.ts'
import type { ConnectorConfig, Routes } from '#contract/connectors/config/config.ts'
import {
  type RoutesActor,
  type RoutesEvent,
  type RoutesSnapshot,
  routesMachine,
  selectRouted,
} from '#src/machines/builder/routes/routes.machine.ts'
import { editedRoutes, entriesOf } from '#src/machines/builder/routes/routes-form.ts'
import { RoutesOutcome } from '#src/views/builder/routes/RoutesOutcome.tsx'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { useContextOf, useMatches } from '#src/views/kit/use-snapshot.ts'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, bug, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const single: ConnectorConfig = {
  name: 'Orders',
  trigger: { type: 'manual' },
  source: { type: 'http', url: 'https://shop.example.test/orders' },
  destination: { type: 'http', url: 'https://erp.example.test/orders' },
  dataMapping: [],
  enrichment: [],
}
const routes = editedRoutes(undefined, { type: 'user.choseFit', fit: 'all', name: 'Fulfilment' }) as Routes
const [other = 1] = routes.others.map(({ id }) => id)
const several: ConnectorConfig = { ...single, routes }
const examples = [{ number: 'SO-1' }, { number: 'SO-2' }, { number: 'SO-3' }]

const routed = (at: number, ids: number[]) => ({
  ...{ key: String(at), record: examples[at], outcome: 'mapped' as const, output: {}, problem: null, routes: ids },
})
const answer: DryRun = {
  records: [routed(0, [0]), routed(1, [0, other]), routed(2, [])],
  deliveries: [],
  exchanges: [],
  message: '',
  problem: null,
}

const edits = {
  'Goes to the first': { type: 'user.choseFit', fit: 'first', name: 'Destination 2' },
  'Add one': { type: 'user.added', name: 'Destination 3' },
  'Rename it': { type: 'user.renamed', id: other, name: 'Warehouse' },
  'Send it the rest': { type: 'user.ruled', id: other, rule: { only: null, isRest: true } },
  'Move it': { type: 'user.moved', id: other, by: -1 },
  'Remove it': { type: 'user.removed', id: other },
} as const satisfies Readonly<Record<string, RoutesEvent>>

/** The controls of an edit change the draft and nothing here: the draft tells it back. */
function Shown({ actor }: { readonly actor: RoutesActor }) {
  const isSeveral = useMatches(actor, 'several')
  const config = useContextOf(actor, 'config')
  return (
    <>
      {Object.entries(edits).map(([name, event]) => (
        <Button
          key={name}
          isBlocked={!isSeveral && event.type !== 'user.choseFit' && event.type !== 'user.added'}
          onPress={() => actor.send(event)}
        >
          {name}
        </Button>
      ))}
      {isSeveral ? <RoutesOutcome actor={actor} entries={entriesOf(config, 'ERP')} /> : null}
    </>
  )
}

const isStill = (it: RoutesSnapshot) => it.matches('single') || it.matches({ several: 'tried' })
const edit = <Name extends keyof typeof edits>(name: Name) => ({
  ...press(name),
  event: edits[name],
  when: isStill,
  behind: () => false,
})

const fixture: Fixture<typeof routesMachine> = {
  view: (actor) => <Shown actor={actor} />,
  inputs: {
    'one destination': { config: single, examples },
    'two destinations': { config: several, examples },
    'no sample record': { config: several, examples: [] },
  },
  answers: {
    tryRoutes: {
      asks: ({ context: { config, examples: tried } }) => ({ config, examples: tried }),
      answers: { 'one goes to both and one to none': answer },
      problems: { 'the net is down': offline, 'a bug': bug },
    },
    watchDraft: {
      asks: undefined,
      isLasting: true,
      says: {
        'there are two destinations': { type: 'draft.changed', config: several, examples },
        'there is one destination': { type: 'draft.changed', config: single, examples },
      },
      problems: {},
    },
  },
  drivers: {
    'user.choseFit': edit('Goes to the first'),
    'user.added': edit('Add one'),
    'user.renamed': edit('Rename it'),
    'user.ruled': edit('Send it the rest'),
    'user.moved': edit('Move it'),
    'user.removed': edit('Remove it'),
    'user.retried': press('Retry'),
  },
  assertions: {
    deciding: 'passing',
    single: () => expect(screen.queryByRole('region', { name: 'Destinations' })).toBeNull(),
    'several.waiting': () => expect(screen.getByRole('region', { name: 'Destinations' })).toBeTruthy(),
    'several.choosing': 'passing',
    'several.untried': () => expect(screen.getByText(/^No sample records/)).toBeTruthy(),
    'several.trying': () => expect(screen.getByRole('region', { name: 'Destinations' }).getAttribute('aria-busy')).toBe('true'),
    'several.tried': () => {
      expect(screen.getByRole('heading', { name: 'Where 3 sample records go' })).toBeTruthy()
      expect(screen.getByText('1 record goes to several destinations')).toBeTruthy()
      expect(
        screen.getByRole('img', { name: 'Share of each destination: ERP 2, Fulfilment 1, No destination fits 1' }),
      ).toBeTruthy()
      expect(screen.getAllByRole('listitem').map((it) => it.textContent)).toEqual([
        '1 · SO-1Er1ERP',
        '2 · SO-2Er1ERPFu2Fulfilment',
        '3 · SO-3No destination fits',
      ])
    },
    'several.failed': ({ context }) => expect(alertText()).toContain(context.problem?.message),
  },
  delays: { tryPause: 600 },
  project: ({ config, examples: known, answer: made, problem: told }) => ({
    routes: config.routes === undefined ? 1 : config.routes.others.length + 1,
    known: known.length,
    made: made !== null,
    told: told?.code ?? false,
  }),
}

describe('the destinations of a draft', () => {
  verifyShape(routesMachine)
  verifyEveryEdge(routesMachine, fixture)
})

it('names the lines of a record, which its conditions see', () => {
  const config = { ...several, records: { each: { path: 'lines', empty: 'leaveOut' as const } } }
  const context = { answer, config, examples: [{ number: 'SO', lines: [1, 2, 3] }] }
  expect(selectRouted({ context } as unknown as RoutesSnapshot)?.map(({ name }) => name)).toEqual([
    '1 · SO-1',
    '2 · SO-2',
    '3 · SO-3',
  ])
})

it('names a group by what its records have in common', () => {
  const config = { ...several, records: { group: { by: ['customer.id', 'country'], lines: [] } } }
  const records = [{ ...routed(0, [0]), record: { customer: { id: 7 }, country: null } }]
  const context = { answer: { ...answer, records }, config, examples }
  expect(selectRouted({ context } as unknown as RoutesSnapshot)?.map(({ name }) => name)).toEqual(['1 · 7, –'])
})

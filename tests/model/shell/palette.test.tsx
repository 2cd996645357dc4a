import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import { refusal, toProblem } from '#contract/kit/problem.ts'
import { type PaletteSnapshot, paletteMachine, type Step } from '#src/machines/shell/palette.machine.ts'
import { type Command, commandsOf, type Found, resultsOf } from '#src/machines/shell/palette.results.ts'
import { Palette } from '#src/views/shell/palette/Palette.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture, Gesture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { verifyShape } from '../kit/shape.ts'

const commands: readonly Command[] = [
  { id: '/dashboard', kind: 'page', name: 'Dashboard' },
  { id: 'dark', kind: 'action', name: 'Theme: Dark' },
]
const orders: Found = { connectorId: '1', name: 'Orders', status: 'Active', health: 'failing', isChanged: false }
const verbNames = { run: 'Run', pause: 'Pause', resume: 'Resume', deploy: 'Deploy', edit: 'Edit' }
const run = vi.fn<(command: Command) => void>()

const fixture: Fixture<typeof paletteMachine> = {
  view: (actor) => <Palette actor={actor} onRun={run} />,
  inputs: {
    'a call for the search': { calledFor: 'search', commands, verbNames },
    'a call for the keys': { calledFor: 'keys', commands, verbNames },
  },
  answers: {
    listConnectors: {
      asks: undefined,
      answers: { 'one connector': [orders] },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
    doChange: {
      asks: ({ context }) => context.change,
      answers: { done: undefined },
      problems: { 'it is paused meanwhile': refusal('net/unreachable') },
    },
    watchKeys: {
      asks: undefined,
      says: { 'Ctrl K': { type: 'browser.calledSearch' }, '?': { type: 'browser.calledKeys' } },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {
    'user.wrote': [
      { ...types('or'), event: { type: 'user.wrote', text: 'or' }, when: ({ context }) => context.query === '' },
      { ...types('run'), event: { type: 'user.wrote', text: 'run' }, when: ({ context }) => context.query === '' },
    ],
    'user.moved': [
      moves('{ArrowDown}', 'next'),
      moves('{ArrowUp}', 'previous'),
      moves('{Home}', 'first'),
      moves('{End}', 'last'),
    ],
    'user.chose': {
      says: 'press Enter',
      find: marked,
      use: async (_, user) => {
        run.mockClear()
        await user.keyboard('{Enter}')
      },
    },
    'user.confirmed': press('Run'),
    'user.retried': press('Retry'),
    'user.left': press(/^(Close|Cancel)$/),
  },
  assertions: {
    opening: 'passing',
    closed: () => expect(screen.queryByRole('dialog')).toBeNull(),
    keys: () => expect(screen.getByRole('dialog', { name: 'Keys' }).textContent).toContain('⌘ K'),
    'open.loading': (snapshot) => {
      sees(snapshot)
      screen.getByText('Loading connectors…')
    },
    'open.ready': sees,
    asking: ({ context }) => {
      screen.getByRole('dialog', { name: 'Run “Orders” now?' })
      expect(screen.queryByRole('alert')?.textContent?.includes(context.problem?.message ?? '') ?? false).toBe(
        context.problem !== null,
      )
    },
    doing: () => expect(screen.getByRole('status', { hidden: true }).textContent).toBe('Working…'),
    'open.failed': (snapshot) => {
      sees(snapshot)
      expect(screen.getByRole('alert').textContent).toContain(snapshot.context.problem?.message)
    },
  },
  delays: {},
  exits: ['Open the connector'],
  project: ({ query, at, connectors, change, problem }) => ({
    asks: change?.verb ?? 'nothing',
    typed: query,
    at: at === 0 ? 'first' : 'later',
    known: connectors.length,
    told: problem !== null,
  }),
  invariants: {
    'what is marked is what runs, once': {
      when: ({ event, after }) => event.type === 'user.chose' && !after.matches('asking'),
      holds: ({ before }) => expect(run.mock.calls).toEqual([[resultsOf(before.context).shown[before.context.at]]]),
    },
    'what changes something is asked about, and nothing is done yet': {
      when: ({ event, after }) => event.type === 'user.chose' && after.matches('asking'),
      holds: ({ before, after }) => {
        expect(run).not.toHaveBeenCalled()
        expect(after.context.change).toEqual(resultsOf(before.context).shown[before.context.at]?.change)
      },
    },
    'what failed is asked about again, with its problem': {
      when: ({ event }) => event.type === 'xstate.error.actor.doChange',
      holds: ({ event, after }) => expect(after.context.problem).toEqual(toProblem(event['error'])),
    },
    'something is marked wherever something is found': {
      when: ({ after }) => after.matches('open') && resultsOf(after.context).shown.length > 0,
      holds: () => expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1),
    },
    'connectors that cannot be read leave the pages and actions': {
      when: ({ after, event }) => after.matches({ open: 'failed' }) && event.type.startsWith('xstate.error.'),
      holds: ({ after, event }) => {
        expect(after.context.commands).toEqual(commands)
        expect(after.context.problem).toEqual(toProblem(event['error']))
      },
    },
    'it opens empty': {
      when: ({ before, after }) => !before.matches('open') && after.matches('open'),
      holds: ({ after }) => expect(after.context.query).toBe(''),
    },
  },
}

describe('a palette', () => {
  verifyShape(paletteMachine)
  verifyEveryEdge(paletteMachine, fixture)
})

it('goes round at both ends, and to them', () => {
  const input = {
    calledFor: 'search',
    commands: [...commands, { id: '/account', kind: 'page', name: 'Account' }],
    verbNames,
  } as const
  const actor = createActor(paletteMachine, { input }).start()
  const at = (step: Step) => {
    actor.send({ type: 'user.moved', step })
    return actor.getSnapshot().context.at
  }
  expect([at('previous'), at('next'), at('next'), at('last'), at('first')]).toEqual([2, 0, 1, 2, 0])
})

it('says of a connector what the list says of it', () => {
  const input = { calledFor: 'search', commands, verbNames } as const
  const listConnectors = fromPromise<readonly Found[], void>(async () => [orders])
  const actor = createActor(paletteMachine.provide({ actors: { listConnectors } }), { input }).start()
  render(<Palette actor={actor} onRun={run} />)
  return screen.findByRole('option', { name: /^Orders Active Failing$/ })
})

describe('what fits', () => {
  const named = (...names: readonly string[]) => names.map((name): Command => ({ id: name, kind: 'connector', name }))
  const found = (query: string, connectors = named('Shop orders to CRM', 'Orders', 'Café')) =>
    resultsOf({ commands, connectors, query }).shown.map(({ name }) => name)

  it('has every word in it, in whatever case or order', () => expect(found('CRM orders')).toEqual(['Shop orders to CRM']))
  it('begins with what was typed, before what only holds it', () =>
    expect(found('ord')).toEqual(['Orders', 'Shop orders to CRM']))
  it('is found without its accents', () => expect(found('cafe')).toEqual(['Café']))
  it('stands as pages, actions, connectors', () => expect(found('da').slice(0, 2)).toEqual(['Dashboard', 'Theme: Dark']))
  it('is counted beyond fifty, and not drawn', () => {
    const many = named(...Array.from({ length: 1_000 }, (_, index) => `Flow ${index}`))
    const { shown, more } = resultsOf({ commands: [], connectors: many, query: 'flow' })
    expect([shown.length, more]).toEqual([50, 950])
  })
})

describe('what can be done with a connector', () => {
  const named = (it: Partial<Found>) =>
    commandsOf([{ ...orders, ...it }], verbNames)
      .filter(({ kind }) => kind === 'verb')
      .map(({ name }) => name)

  it.each([
    [{ status: 'Active' }, ['Run Orders', 'Pause Orders', 'Edit Orders']],
    [{ status: 'Active', isChanged: true }, ['Run Orders', 'Pause Orders', 'Deploy Orders', 'Edit Orders']],
    [{ status: 'Pause' }, ['Resume Orders', 'Edit Orders']],
    [{ status: 'Draft', isChanged: true }, ['Deploy Orders', 'Edit Orders']],
    [{ status: 'Deploying' }, []],
  ] as const)('of %o is %o', (it, names) => expect(named(it)).toEqual(names))

  it('is listed once something is typed, and what is asked about once changes something', () => {
    const connectors = commandsOf([{ ...orders, isChanged: true }], verbNames)
    const found = (query: string) => resultsOf({ commands, connectors, query }).shown
    expect(found('').map(({ name }) => name)).toEqual(['Dashboard', 'Theme: Dark', 'Orders'])
    expect(found('orders').map(({ name }) => name)).toEqual([
      'Orders',
      'Run Orders',
      'Pause Orders',
      'Deploy Orders',
      'Edit Orders',
    ])
    expect(found('orders').filter(({ change }) => change !== undefined)).toHaveLength(2)
  })
})

function field() {
  return screen.queryByRole('combobox', { name: 'Search' })
}

function types(text: string): Gesture {
  return { says: `type "${text}"`, find: field, use: (control, user) => user.click(control).then(() => user.paste(text)) }
}

function moves(key: string, step: Step) {
  return {
    says: `press ${key}`,
    find: marked,
    use: (_: HTMLElement, user: Parameters<Gesture['use']>[1]) => user.keyboard(key),
    event: { type: 'user.moved', step } as const,
    // Once something is typed, Home and End go through it.
    when: ({ context }: PaletteSnapshot) => context.query === '' || step === 'next' || step === 'previous',
  }
}

/** What the keys act on: they are heard in the field, and there is something to act on only where something is marked. */
function marked() {
  return screen.queryByRole('option', { selected: true })
}

function sees({ context }: PaletteSnapshot) {
  const shown = resultsOf(context).shown.map(({ name, about }) => (about ? `${name} Active Failing` : name))
  expect(screen.queryAllByRole('option').map(({ textContent }) => textContent)).toEqual(shown)
  expect(screen.queryByText('No results.') !== null).toBe(shown.length === 0)
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' }).value).toBe(context.query)
}

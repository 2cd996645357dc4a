import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { describe, expect } from 'vitest'
import { createActor } from 'xstate'

import type { ListConfig } from '#contract/connectors/config/list-config.ts'
import {
  type ListProcessingActor,
  type ListProcessingSnapshot,
  listProcessingMachine,
  selectIsProposable,
  selectSettings,
} from '#src/machines/builder/lists/list-processing.machine.ts'
import {
  configOf,
  defaultsFor,
  type ListSettings,
  type ListWritten,
  shownFields,
} from '#src/machines/builder/lists/list-settings.ts'
import { meantIn } from '#src/machines/builder/lists/meant-list.ts'
import { pagingMachine } from '#src/machines/builder/lists/paging.machine.ts'
import type { PagingProposal as PagingProposalOf } from '#src/machines/builder/lists/paging-evidence.ts'
import { ListCard } from '#src/views/builder/lists/ListCard.tsx'
import { PagingProposal } from '#src/views/builder/lists/PagingProposal.tsx'
import { isReachable, pick, press } from '../../kit/drivers.ts'
import type { Fixture, Gesture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { fieldAt } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'
import { changed, chooses, isAsFound, isUnproved, paged, placed, writes } from './list-processing.gestures.ts'
import { changedIn, chosenBy, fields, invariants, labels, list, other, proof, readAt } from './list-processing.invariants.ts'

const off: ListSettings = { isOn: false, path: null, config: null }
const config: ListConfig = configOf(defaultsFor('items'))
const otherwise: ListWritten = { ...defaultsFor('items'), type: 'batch', batchSize: '25' }

/** Of the many dialogs that could be saved or cancelled alike, these are. */
const saved = ['batch individual', 'simple aggregate', 'pagination individual cursor', 'simple individual runStart']
const cancelled = ['simple individual', 'batch individual']

/** What it tries has a test of its own. */
const untried = createActor(pagingMachine, { input: {} }).start()
const proposal: PagingProposalOf = {
  config: configOf({ ...defaultsFor('items'), type: 'pagination', paginationType: 'page' }),
  type: 'page',
  parameter: 'page',
  facts: [{ path: 'total', value: '9' }],
  declared: null,
}

function Shown({ actor }: { readonly actor: ListProcessingActor }) {
  const settings = useSelector(actor, selectSettings)
  const lists = [list, other]
  const isProposable = useSelector(actor, selectIsProposable)
  const meant = meantIn(lists, settings)
  return (
    <ListCard
      actor={actor}
      meant={meant}
      lists={lists}
      isShapeOld={false}
      proposal={
        !isProposable ? null : (
          <PagingProposal
            actor={untried}
            proposal={proposal}
            onUse={() => actor.send({ type: 'user.accepted', proof })}
            onFirstOnly={() => {}}
            onOther={() => actor.send({ type: 'user.declined', path: list.path, items: list.items })}
          />
        )
      }
    />
  )
}

const fixture: Fixture<typeof listProcessingMachine> = {
  view: (actor) => <Shown actor={actor} />,
  inputs: {
    'a list that was detected': { settings: off, typed: null },
    'a dialog that was open when the page was left': {
      settings: { ...off, isOn: true, path: 'items' },
      typed: { written: otherwise, isOpen: true },
    },
    'a dialog that was cancelled before the page was left': {
      settings: { isOn: true, path: 'items', config },
      typed: { written: otherwise, isOpen: false },
    },
    'what was typed for a list that is off now': {
      settings: { ...off, config },
      typed: { written: defaultsFor('items'), isOpen: true },
    },
  },
  answers: {
    // Its failure moves nothing and tells nothing: what is typed stays on the page.
    joinDraft: {
      asks: undefined,
      says: {
        'somebody turned it off': { type: 'draft.changed', settings: { ...off, config } },
        'somebody configured it': { type: 'draft.changed', settings: { isOn: true, path: 'items', config } },
      },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {
    'user.turnedOn': [
      {
        ...toggle(false),
        event: { type: 'user.turnedOn', path: 'items', items: list.items },
        when: (snapshot) => !snapshot.context.settings.isOn && isAsFound(snapshot),
        behind: ({ context: { settings } }) => settings.isOn,
      },
      {
        ...press('Use the list in "items" instead (3 items)'),
        event: { type: 'user.turnedOn', path: 'items', items: list.items },
        behind: ({ context: { settings } }) => !settings.isOn || readAt(settings) === 'items',
        when: (snapshot) => {
          const { path, config } = snapshot.context.settings
          return path === 'customers' && config !== null && isUnproved(snapshot)
        },
      },
      {
        ...press('Use the list in "customers" instead (2 items)'),
        event: { type: 'user.turnedOn', path: 'customers', items: other.items },
        behind: ({ context: { settings } }) => readAt(settings) === 'customers',
        // Of the many configurations that could be turned to another list alike, these are.
        when: (snapshot) => {
          const { settings, written } = snapshot.context
          const isSimple = chosenBy(written) === 'simple individual' && changedIn(written) === undefined
          return settings.path !== 'customers' && isSimple && isUnproved(snapshot)
        },
      },
    ],
    'user.turnedOff': { ...toggle(true), when: isAsFound },
    'user.declined': {
      ...press('Other paging'),
      event: { type: 'user.declined', path: 'items', items: list.items },
      // Of the many configurations that a proposal could be declined for alike, these are.
      when: (snapshot) => snapshot.context.settings.config === null && isUnproved(snapshot),
      behind: (snapshot) => !snapshot.matches('closed'),
    },
    'user.accepted': {
      ...press('Use this'),
      event: { type: 'user.accepted', proof },
      when: ({ context: { settings } }) => settings.config === null,
      behind: (snapshot) => !snapshot.matches('closed'),
    },
    'user.opened': { ...press('Configure list'), when: isAsFound },
    'user.wrote': [
      writes('iterationPath', 'orders', 'simple individual'),
      writes('batchSize', '', 'simple individual'),
      writes('batchSize', '1001', 'simple individual'),
      {
        ...writes('batchSize', '100', ''),
        when: ({ context: { written } }) => written.batchSize !== '100',
      },
      writes('limitParam', '', 'pagination individual offset'),
      writes('offsetParam', '', 'pagination individual offset'),
      writes('responsePathToItems', 'data', 'pagination individual offset'),
      writes('pageParam', '', 'pagination individual page'),
      writes('firstPage', '0', 'pagination individual page'),
      writes('firstPage', 'one', 'pagination individual page'),
      writes('responsePathToHasMore', 'more', 'pagination individual offset'),
      writes('responsePathToEnd', 'over', 'pagination individual offset'),
      writes('responsePathToTotal', 'total', 'pagination individual offset'),
      writes('allowedOrigins', 'https://files.test', 'pagination individual linkHeader'),
      writes('overlap', 'much', 'simple individual runStart'),
      writes('initialValue', '0', 'simple individual runStart'),
      writes('cursorPath', 'updated_at', 'simple individual field'),
      writes('recordIdPath', 'number', 'pagination individual lastId'),
      writes('cursorParam', '', 'pagination individual cursor'),
      writes('responsePathToNextCursor', 'n'.repeat(257), 'pagination individual cursor'),
      writes('aggregateField', '', 'simple aggregate'),
    ],
    'user.chose': [
      { ...pick('Simple'), ...chooses({ type: 'simple' }, 'batch individual') },
      { ...pick('Batch'), ...chooses({ type: 'batch' }, 'simple individual') },
      { ...pick('Pagination'), ...chooses({ type: 'pagination' }, 'batch individual') },
      { ...pick('Individual'), ...chooses({ strategy: 'individual' }, 'simple bulk') },
      { ...pick('Bulk'), ...chooses({ strategy: 'bulk' }, 'simple individual') },
      { ...pick('Aggregate'), ...chooses({ strategy: 'aggregate' }, 'simple bulk') },
      placed('JSON body', { sendIn: 'body' }, 'pagination individual cursor'),
      placed('Header', { sendIn: 'header' }, 'pagination individual cursor'),
      placed('Query parameter', { sendIn: 'query' }, 'pagination individual cursor body'),
      changed('Since the highest value of a field', { changes: 'field' }, 'simple individual'),
      changed('Since the start of the last run', { changes: 'runStart' }, 'simple individual'),
      changed('No: every run reads all records', { changes: 'all' }, 'simple individual field'),
      paged('Offset', { paginationType: 'offset' }, 'pagination individual cursor'),
      paged('Next URL in the response', { paginationType: 'nextUrl' }, 'pagination individual cursor'),
      paged('Link header', { paginationType: 'linkHeader' }, 'pagination individual nextUrl'),
      paged('ID of the last record', { paginationType: 'lastId' }, 'pagination individual linkHeader'),
      paged('Page number', { paginationType: 'page' }, 'pagination individual offset'),
      paged('Cursor', { paginationType: 'cursor' }, 'pagination individual page'),
    ],
    'user.saved': {
      ...press('Save'),
      when: ({ context: { written } }) =>
        saved.includes(chosenBy(written)) || (changedIn(written) !== undefined && written.batchSize !== '25'),
    },
    'user.cancelled': {
      ...press('Cancel'),
      when: ({ context: { written, isRevealed } }) =>
        (cancelled.includes(chosenBy(written)) && !['', '1001'].includes(written.batchSize)) ||
        (isRevealed && written.batchSize === ''),
    },
    'user.undid': press('Undo'),
    'user.dismissed': press('Discard'),
  },
  assertions: {
    recalling: 'passing',
    closed: (snapshot) => {
      seesToggle(snapshot)
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    },
    editing: ({ context: { written } }) => {
      screen.getByRole('dialog', { name: 'List configuration' })
      for (const field of fields) {
        const isShown = shownFields(written).includes(field)
        expect(screen.queryByRole('textbox', { name: labels[field] }) !== null, field).toBe(isShown)
        if (isShown) expect(fieldAt(labels[field]).value).toBe(written[field])
      }
    },
    putAway: (snapshot) => {
      seesToggle(snapshot)
      screen.getByText('Your changes in the dialog were not saved.')
    },
  },
  delays: {},
  // Its other buttons write to the draft.
  parts: ['Read all pages'],
  project: ({ settings, written, isRevealed, isDeclined, proof: kept }) => ({
    proved: kept !== null,
    declined: isDeclined,
    on: settings.isOn,
    at: settings.path ?? false,
    configured: settings.config !== null,
    as: chosenBy(written),
    changed: changedIn(written) ?? false,
    size: written.batchSize !== '100' && written.batchSize,
    told: isRevealed,
  }),
  invariants,
}

describe('list processing', () => {
  verifyShape(listProcessingMachine)
  verifyEveryEdge(listProcessingMachine, fixture)
})

function toggle(isOn: boolean): Gesture {
  return {
    says: isOn ? 'turn it off' : 'turn it on',
    find: () =>
      screen.queryAllByRole('switch', { name: 'Process the response as a list', checked: isOn }).filter(isReachable)[0] ?? null,
    use: (control, user) => user.click(control),
  }
}

function seesToggle({ context: { settings } }: ListProcessingSnapshot): void {
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(settings.isOn)
  screen.getByText(settings.isOn ? 'On. Each list item is one record.' : 'Off. The whole response is one record.')
}

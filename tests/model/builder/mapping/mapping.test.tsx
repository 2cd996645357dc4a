import { screen } from '@testing-library/react'
import { beforeAll, describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import { mappingMachine } from '#src/machines/builder/mapping/mapping.machine.ts'
import { choose, press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'
import { invariants } from './mapping.invariants.ts'
import {
  alerts,
  answered,
  click,
  copied,
  example,
  failed,
  filters,
  hasLine,
  input,
  isAdded,
  isChoosing,
  isDrawn,
  isFresh,
  isPlain,
  named,
  rests,
  sees,
  suggestion,
  theirs,
  View,
} from './mapping.scene.tsx'

const fixture: Fixture<typeof mappingMachine> = {
  view: (actor) => <View actor={actor} />,
  inputs: { 'nothing mapped': input },
  answers: {
    previewMapping: {
      asks: ({ context }) => ({ edges: context.edges, examples: [example] }),
      answers: { 'what comes out': answered, 'a misfit': failed },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
    checkMapping: {
      asks: ({ context }) => ({ edges: context.edges }),
      answers: {
        'all is sound': { isValid: true, errors: [], warnings: [{ path: '/dataMapping/0', message: 'a warning' }] },
        'a fault': { isValid: false, errors: [{ path: '/dataMapping/0', message: 'a fault' }], warnings: [] },
      },
      problems: { 'a bug': new TypeError('x is undefined') },
    },
    watchDraft: {
      asks: undefined,
      says: { 'somebody else drew a line': { type: 'draft.replaced', edges: [theirs] } },
      problems: {},
    },
  },
  drivers: {
    'user.connected': {
      ...press('Drag email onto email'),
      event: { type: 'user.connected', source: 'email', target: 'email' },
      when: (snapshot) => rests(snapshot) && (isFresh(snapshot) || isDrawn(snapshot)),
    },
    'user.disconnected': {
      ...press('Remove the mapping to email'),
      event: { type: 'user.disconnected', id: 'to email' },
      when: isDrawn,
    },
    'user.changedEdge': {
      ...named('write "items" as the list path', 'textbox', /^List path of/, async (control, user) => {
        await user.click(control)
        await user.paste('items')
        await user.keyboard('{Enter}')
      }),
      event: { type: 'user.changedEdge', id: 'to email', change: { listPath: 'items' } },
      behind: ({ context }) => !context.edges.some(({ id, isList }) => id === context.selected && isList),
      when: (snapshot) => rests(snapshot) && snapshot.context.edges[0]?.listPath === '',
    },
    'user.ruled': [
      {
        ...named('open the transform of email', 'button', /transform of email$/i, click),
        event: { type: 'user.ruled', targetPath: 'email', ruleId: 'r1' },
        when: (snapshot) => rests(snapshot) && isFresh(snapshot),
      },
      {
        ...named('open the transform of email.domain', 'button', /transform of email\.domain$/i, click),
        event: { type: 'user.ruled', targetPath: 'email.domain', ruleId: 'r1' },
        behind: (snapshot) => !isAdded(snapshot),
        when: (snapshot) => rests(snapshot) && hasLine(snapshot) && snapshot.context.refused === null,
      },
    ],
    'user.acceptedSuggestions': [
      {
        ...press('Accept email for email'),
        event: { type: 'user.acceptedSuggestions', suggestions: [suggestion] },
        behind: ({ context }) => context.picked?.path === 'email',
        when: (snapshot) => rests(snapshot) && isFresh(snapshot),
      },
      {
        ...press('Accept 1 suggestion'),
        event: { type: 'user.acceptedSuggestions', suggestions: [suggestion] },
        when: (snapshot) => isFresh(snapshot) && snapshot.matches('checking'),
      },
    ],
    'user.copied': {
      ...choose('Warehouse', 'Copy mapping from…'),
      event: { type: 'user.copied', edges: [copied] },
      when: (snapshot) => rests(snapshot) && isFresh(snapshot),
    },
    'user.picked': [
      {
        ...named('choose a source for email', 'button', /^(Choose a source for email$|Change the source of email,)/, click),
        event: { type: 'user.picked', side: 'target', path: 'email' },
        behind: ({ context }) => context.picked?.path === 'email',
        when: (snapshot) => rests(snapshot) && (isFresh(snapshot) || isDrawn(snapshot)),
      },
      {
        ...press('Choose a source for email.domain'),
        event: { type: 'user.picked', side: 'target', path: 'email.domain' },
        behind: (snapshot) => !isAdded(snapshot) || snapshot.context.picked?.path === 'email.domain',
        when: (snapshot) => rests(snapshot) && !isChoosing(snapshot) && !hasLine(snapshot),
      },
      {
        ...named('click on total', 'option', /^total/, click),
        event: { type: 'user.picked', side: 'source', path: 'total' },
        behind: (snapshot) => !isChoosing(snapshot) || snapshot.context.search.source === 'mail',
        when: (snapshot) => rests(snapshot) && !isAdded(snapshot),
      },
      {
        ...named('press Enter in the search', 'combobox', /^Search a source/, (_, user) => user.keyboard('{Enter}')),
        event: { type: 'user.picked', side: 'source', path: 'email' },
        behind: (snapshot) => !isChoosing(snapshot),
        when: (snapshot) => rests(snapshot) && !isAdded(snapshot) && !hasLine(snapshot),
      },
    ],
    'user.unpicked': [
      named('close the choice', 'button', /^Close the list for/, click),
      named('press Escape in the search', 'combobox', /^Search a source/, (_, user) => user.keyboard('{Escape}')),
    ],
    'user.undid': { ...press('Undo'), when: isDrawn },
    'user.redid': { ...press('Redo'), when: (snapshot) => isPlain(snapshot) && rests(snapshot) },
    'user.selected': [
      {
        ...press('Details of email'),
        event: { type: 'user.selected', id: 'to email' },
        when: (snapshot) => isDrawn(snapshot) && snapshot.matches('resting'),
      },
      {
        ...press('Details of email'),
        says: 'close the details of email',
        event: { type: 'user.selected', id: null },
      },
    ],
    'user.searched': [
      {
        ...named('search the sources for mail', 'combobox', /^Search a source/, (_, user) => user.paste('mail')),
        event: { type: 'user.searched', side: 'source', text: 'mail' },
        behind: (snapshot) => !isChoosing(snapshot),
        when: (snapshot) => rests(snapshot) && !isAdded(snapshot) && !hasLine(snapshot),
      },
      {
        ...named('search the targets for mail', 'searchbox', /^Search destination/, async (control, user) => {
          await user.click(control)
          await user.paste('mail')
        }),
        event: { type: 'user.searched', side: 'target', text: 'mail' },
        when: (snapshot) => rests(snapshot) && isFresh(snapshot),
      },
    ],
    'user.filtered': filters,
    'user.moved': [
      {
        ...named('press the arrow down', 'combobox', /^Search a source/, (_, user) => user.keyboard('{ArrowDown}')),
        event: { type: 'user.moved', by: 1 },
        when: (snapshot) => rests(snapshot) && !isAdded(snapshot) && !hasLine(snapshot),
      },
    ],
    'user.wroteField': [
      {
        ...write('email.domain', 'New field path'),
        event: { type: 'user.wroteField', path: 'email.domain' },
        when: (snapshot) => isFresh(snapshot) && snapshot.matches('resting'),
      },
      {
        ...write('email', 'New field path'),
        event: { type: 'user.wroteField', path: 'email' },
        when: (snapshot) => isFresh(snapshot) && snapshot.matches('resting'),
      },
    ],
    'user.choseType': {
      ...choose('number', 'New field type'),
      event: { type: 'user.choseType', dataType: 'number' },
      when: (snapshot) =>
        rests(snapshot) && snapshot.context.written.path === 'email.domain' && snapshot.context.written.type === 'string',
    },
    'user.addedField': { ...press('Add field'), when: rests },
    'user.checked': { ...press('Check mapping'), when: (snapshot) => isFresh(snapshot) || isDrawn(snapshot) },
    'user.cancelled': press('Cancel'),
    'user.retried': press('Preview again'),
  },
  assertions: {
    resting: (snapshot) => {
      sees(snapshot)
      expect(screen.queryByText('Previewing…')).toBeNull()
    },
    waiting: sees,
    previewing: (snapshot) => {
      sees(snapshot)
      screen.getByText('Previewing…')
    },
    unpreviewed: (snapshot) => {
      sees(snapshot)
      expect(alerts()).toContain(snapshot.context.problem?.message)
    },
    checking: (snapshot) => {
      sees(snapshot)
      screen.getByText('Checking…')
    },
  },
  delays: { previewPause: 600 },
  project: (context) => ({
    lines: context.edges
      .map(({ id, sourcePath, ruleId, listPath }) => [
        ruleId ?? sourcePath,
        listPath ? 'in items' : '',
        context.suggested.includes(id) ? 'suggested' : '',
      ])
      .join(' '),
    past: context.past.length > 0,
    future: context.future.length > 0,
    picked: context.picked?.path ?? false,
    refused: context.refused?.why ?? false,
    open: context.selected !== null,
    shown: context.search.target !== '',
    filter: context.filter.by !== 'all' && context.filter.by,
    written: context.written.path !== '' && context.written.path,
    added: (context.shapes.destination?.fields.length ?? 0) > 1,
    previewed: context.previewed === context.edges,
    verdict: context.verdict !== null && (context.verdict.isValid ? 'sound' : 'unsound'),
    uncheckedFor: context.checkProblem !== null,
  }),
  invariants,
}

describe('a mapping', () => {
  beforeAll(() => {
    // happy-dom lays nothing out: rows are drawn where there is room for them.
    for (const side of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth']) {
      Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => 400 })
    }
  })
  verifyShape(mappingMachine)
  verifyEveryEdge(mappingMachine, fixture)
})

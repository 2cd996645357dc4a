import { EditorView } from '@codemirror/view'
import { screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { problem, refusal, toProblem } from '#contract/kit/problem.ts'
import { known } from '#src/machines/kit/known.ts'
import type { ConfigEditorSnapshot } from '#src/machines/studio/config-editor/config-editor.machine.ts'
import { configEditorMachine } from '#src/machines/studio/config-editor/config-editor.machine.ts'
import { ConfigEditorPanel } from '#src/views/studio/config-editor/ConfigEditorPanel.tsx'
import { NewerRevision } from '#src/views/studio/config-editor/NewerRevision.tsx'
import { RestoreButton } from '#src/views/studio/config-editor/VersionHistory.tsx'
import { sound, unsound } from '../../builder/review/reviews.ts'
import { isReachable, press } from '../../kit/drivers.ts'
import type { Fixture, Gesture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { deploymentOf, orders } from '../../kit/samples/orders.ts'
import { offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'
import { invariants } from './config-editor.invariants.ts'
import { broken, mine, older, openings } from './config-texts.ts'

const where = 'Start of reading'
const asks = { connectorId: 'shop' }
const lost = problem('connector/deploy-failed')
const readsOtherwise = refusal('cursor/would-drop', { allowed: ['beginning', 'value'] })
const hasFailed = (it: ConfigEditorSnapshot) => it.matches('failed')
const isConfirming = (it: ConfigEditorSnapshot) => it.matches('confirming')
const hasDialog = (it: ConfigEditorSnapshot) => isConfirming(it) || it.matches('stale')

const fixture: Fixture<typeof configEditorMachine> = {
  view: (actor) => (
    <ConfigEditorPanel
      actor={actor}
      newer={<NewerRevision editor={actor} newest={{ revision: 9, by: 'Bea Other' }} />}
      history={<RestoreButton editor={actor} number={1} text={older} />}
    />
  ),
  inputs: { 'a connector': asks },
  answers: {
    openConfig: {
      asks,
      answers: openings,
      problems: { 'the net is down': offline, 'it does not exist': refusal('connector/not-found') },
    },
    checkConfig: {
      asks: ({ context }) => ({ config: known(context.config, 'config') }),
      answers: { 'it is sound': sound, 'it has errors': unsound },
      problems: { 'the net is down': offline },
    },
    comparison: { asks: ({ context }) => ({ ...asks, config: known(context.config, 'config') }), answers: {}, problems: {} },
    publishConfig: {
      asks: ({ context: { revision, config, begins } }) => ({
        ...{ ...asks, revision, config: known(config, 'config') },
        ...(begins === null ? {} : { reading: begins }),
      }),
      answers: { 'it is queued': deploymentOf('queued') },
      problems: {
        'somebody else was quicker': refusal('connector/stale'),
        'it reads something else': readsOtherwise,
        'the session is over': refusal('config/no-token'),
        'the net is down': offline,
      },
    },
    question: {
      asks: { question: toProblem(readsOtherwise) },
      answers: { 'the beginning': { from: 'beginning' }, 'not to deploy': null },
      problems: { 'a bug': new TypeError('x is undefined') },
    },
    deployment: {
      asks: ({ context: { revision } }) => ({ ...asks, revision, isUnderWay: true }),
      answers: {
        'it is live': { connector: orders('Active'), problem: null },
        'it was refused': { connector: orders('Failed'), problem: lost },
      },
      problems: { 'a bug': new TypeError('x is undefined') },
    },
  },
  drivers: {
    'user.edited': press('Edit Configuration'),
    'user.typed': [
      { ...writeJson(mine), event: { type: 'user.typed', text: mine }, when: ({ context }) => context.text !== mine },
      { ...writeJson(broken), event: { type: 'user.typed', text: broken }, when: ({ context }) => context.text === mine },
    ],
    'user.restored': {
      ...press('Restore version 1'),
      event: { type: 'user.restored', text: older, number: 1 },
      behind: hasDialog,
    },
    'user.copied': { ...press('Copy to clipboard'), behind: hasDialog },
    'user.validated': press('Validate'),
    'user.cancelled': pressCancel(false),
    'user.published': press('Publish'),
    'user.deployed': press('Deploy Now'),
    'user.closed': [
      { ...pressCancel(true), behind: (it) => !isConfirming(it) },
      { ...press('Back to the text'), behind: isConfirming },
    ],
    'user.keptMine': press('Keep mine'),
    'user.tookTheirs': press('Take theirs'),
    'user.caughtUp': [
      { ...press('Load it'), behind: (it) => !it.matches('reading') },
      { ...press('Compare both'), behind: (it) => !it.matches('changing') },
    ],
    'user.retried': [
      { ...press('Reload Page'), behind: (it) => !hasFailed(it) },
      { ...press('Retry'), behind: hasFailed },
    ],
  },
  assertions: {
    opening: () => expect(screen.getByRole('status').textContent).toBe('Opening the configuration…'),
    failed: () => expect(screen.queryByRole('textbox')).toBeNull(),
    reading: sees('true', 'Read-only.'),
    'changing.editing': sees('false', 'You are editing revision'),
    'changing.checking': (it) => {
      sees('false', 'You are editing revision')(it)
      screen.getByRole('button', { name: 'Validating…' })
    },
    'changing.valid': (it) => {
      sees('false', 'You are editing revision')(it)
      expect(results().textContent).toContain('Validation Successful')
    },
    confirming: () => {
      const dialog = within(screen.getByRole('dialog', { name: 'Confirm Deployment' }))
      dialog.getByText(/^Deploy Now saves and deploys this configuration\./)
      expect(dialog.getByRole('region', { name: 'Result for recent records' }).getAttribute('aria-busy')).toBe('true')
    },
    publishing: (it) => {
      sees('true', 'Read-only.')(it)
      screen.getByText('Saving and deploying…')
    },
    asking: (it) => {
      sees('true', 'Read-only.')(it)
      screen.getByRole('group', { name: where })
    },
    following: (it) => {
      sees('true', 'Read-only.')(it)
      screen.getByRole('group', { name: 'Deployment' })
    },
    comparing: sees('true', 'Read-only.'),
    stale: () => void screen.getByRole('dialog', { name: 'Someone saved this connector after you opened it' }),
  },
  parts: [where],
  delays: { followLimit: 60_000 },
  project: ({ saved, text, problem: told, theirs, begins }) => ({
    text: text === saved?.text ? 'as saved' : text === broken ? 'broken' : text === '' ? 'none' : 'written',
    told: told !== null,
    theirs: theirs !== null,
    isAnswered: begins !== null,
  }),
  invariants,
}

describe('the text of a configuration', () => {
  verifyShape(configEditorMachine)
  verifyEveryEdge(configEditorMachine, fixture)
})

function results(): HTMLElement {
  return screen.getByRole('region', { name: 'Validation Results' })
}

/** The text as it is, whether it can be written, and the revision that it started from. */
function sees(isReadOnly: 'true' | 'false', hint: string) {
  return ({ context }: ConfigEditorSnapshot) => {
    const box = screen.getByRole('textbox', { name: 'Configuration as JSON' })
    expect(EditorView.findFromDOM(box)?.state.doc.toString()).toBe(context.text)
    expect(box.getAttribute('aria-readonly') ?? 'false').toBe(isReadOnly)
    screen.getByText(new RegExp(`^${hint}`))
  }
}

/** There is one on the page and one in the dialog. */
function pressCancel(isInDialog: boolean): Gesture {
  return {
    ...press('Cancel'),
    says: isInDialog ? 'press Cancel in the dialog' : 'press Cancel',
    find: () =>
      screen
        .queryAllByRole('button', { name: 'Cancel' })
        .find((it) => isReachable(it) && (it.closest('dialog') !== null) === isInDialog) ?? null,
  }
}

/** Replaces what is written, as a paste does. */
function writeJson(text: string): Gesture {
  return {
    says: `write ${text === broken ? 'half a text' : 'another configuration'}`,
    find: () => screen.queryAllByRole('textbox', { name: 'Configuration as JSON' }).find(isReachable) ?? null,
    use: async (control) => {
      const view = EditorView.findFromDOM(control)
      view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: 'input.paste' })
    },
  }
}

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import type { OpenedConfig } from '#src/machines/studio/config-editor/config-editor.context.ts'
import { configEditorMachine } from '#src/machines/studio/config-editor/config-editor.machine.ts'
import { type RevisionSnapshot, revisionMachine } from '#src/machines/studio/config-editor/revision.machine.ts'
import { NewerRevision } from '#src/views/studio/config-editor/NewerRevision.tsx'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'
import { saved } from './config-texts.ts'

const asks = { connectorId: 'shop' }
const third = { revision: 3, by: 'Ada Admin' }

const fixture: Fixture<typeof revisionMachine> = {
  view: () => <p>Nothing of it is drawn by itself.</p>,
  inputs: { 'a connector': asks },
  answers: {
    readNewest: {
      asks,
      answers: { 'revision 3': third, 'revision 4': { revision: 4, by: null } },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
    watchFront: {
      asks: undefined,
      says: { 'the tab came to the front': { type: 'browser.asked' } },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {},
  assertions: { resting: () => {}, looking: () => {} },
  delays: { lookPause: 30_000 },
  project: ({ newest }) => ({ newest: newest?.revision ?? 'unknown' }),
  invariants: {
    'only the server says which save is the newest': {
      when: ({ before, after }: { before: RevisionSnapshot; after: RevisionSnapshot }) =>
        before.context.newest !== after.context.newest,
      holds: ({ event, after }) => {
        expect(event.type).toBe('xstate.done.actor.readNewest')
        expect(after.context.newest).toEqual(event['output'])
      },
    },
  },
}

describe('the newest save of a connector', () => {
  verifyShape(revisionMachine)
  verifyEveryEdge(revisionMachine, fixture)
})

describe('what is said of it', () => {
  afterEach(cleanup)

  it.each([
    [{ revision: 3, by: 'Bea' }, ''],
    [{ revision: 2, by: 'Bea' }, ''],
    [null, ''],
    [{ revision: 4, by: 'Bea Other' }, 'Revision 4 saved by Bea Other. Load it'],
    [{ revision: 4, by: null }, 'Revision 4 saved. Load it'],
  ])('of %j, where revision 3 was read: %s', async (newest, text) => {
    const editor = createActor(
      configEditorMachine.provide({
        actors: { openConfig: fromPromise<OpenedConfig, typeof asks>(async () => ({ saved, kept: null })) },
      }),
      { input: asks },
    ).start()
    await waitFor(editor, (it) => it.matches('reading'))
    render(<NewerRevision editor={editor} newest={newest} />)
    expect(screen.getByRole('status').textContent).toBe(text)
  })
})

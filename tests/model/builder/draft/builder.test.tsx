import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import { type BuilderSnapshot, builderMachine } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { BuilderFrame } from '#src/views/builder/draft/BuilderFrame.tsx'
import { ProfileFields } from '#src/views/builder/draft/ProfileForm.tsx'
import { press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { named, shopDraft } from '../../kit/samples/drafts.ts'
import { bug, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'
import { invariants } from './builder.invariants.ts'

const asks = { connectorId: 'shop' }
const mine = named('Orders')
const taken: Draft = { ...mine, revision: 4 }
const theirs: Draft = { ...named('Theirs'), revision: 5 }
const gone = refusal('connector/not-found')
const isChoosing = (snapshot: BuilderSnapshot) => snapshot.matches('stale')
const steps = ['Profile', 'Source', 'Destination', 'Enrichment', 'Mapping', 'Review']

const fixture: Fixture<typeof builderMachine> = {
  view: (actor) => (
    <BuilderFrame actor={actor} step="source" isNew={false} hrefOf={(step) => `/${step}`} detailsHref="/details/shop">
      {(draft) => <ProfileFields actor={actor} draft={draft} />}
    </BuilderFrame>
  ),
  inputs: { 'a draft': asks },
  answers: {
    openDraft: {
      asks,
      answers: {
        'as the server has it': { draft: shopDraft, isAhead: false },
        'with what the tab kept': { draft: mine, isAhead: true },
        'with what the tab kept and somebody overtook': { draft: mine, isAhead: true, theirs },
      },
      problems: { 'the net is down': offline, 'it does not exist': gone },
    },
    readTheirs: {
      asks,
      answers: { 'somebody else saved': theirs, 'it was our own save': taken },
      problems: { 'the net is down': offline, 'it was deleted': gone },
    },
    saveDraft: {
      asks: ({ context: { sent, saved } }) => ({ draft: sent ?? shopDraft, saved }),
      answers: { 'it is saved': taken },
      problems: {
        'somebody else was quicker': refusal('connector/stale'),
        'it was deleted': gone,
        'the net is down': offline,
        'it is being deployed': refusal('connector/not-allowed-now'),
        'a field is wrong': refusal('request/malformed', { errors: [{ path: '/config/name', message: 'too long' }] }),
        'a bug': bug,
      },
    },
    watchLeaving: { asks: undefined, says: { 'the page is hidden': { type: 'browser.left' } }, problems: {}, isLasting: true },
  },
  drivers: {
    'user.changed': [
      {
        ...write('Orders', 'Name'),
        event: {
          type: 'user.changed',
          change: { profile: { name: 'Orders', integrationName: 'Orders' }, config: { name: 'Orders' } },
        },
        when: ({ context }) => context.draft?.profile.name !== 'Orders',
        behind: isChoosing,
      },
      {
        ...write('Daily', 'Description'),
        event: { type: 'user.changed', change: { profile: { details: 'Daily' } } },
        when: ({ context }) => context.draft?.profile.name === 'Orders' && context.draft.profile.details === '',
        behind: isChoosing,
      },
    ],
    'user.retried': press('Retry'),
    'user.keptMine': press('Keep mine'),
    'user.tookTheirs': press('Take theirs'),
  },
  assertions: {
    opening: () => expect(screen.getByRole('status').textContent).toBe('Opening the draft…'),
    failed: () => expect(screen.queryByRole('textbox')).toBeNull(),
    saved: sees('Saved'),
    waiting: sees('Saving…'),
    saving: sees('Saving…'),
    unsaved: sees('Not saved. Trying again automatically.'),
    refused: sees('Not saved. Saving resumes with your next change.'),
    comparing: sees('Saving…'),
    stale: (snapshot) => {
      sees('Not saved. A newer version exists.')(snapshot)
      screen.getByRole('dialog', { name: 'This connector was saved elsewhere' })
    },
    gone: () => expect(screen.getByRole('status').textContent).toBe("This connector doesn't exist or was deleted."),
  },
  delays: { savePause: 800, retryPause: 5_000 },
  project: ({ draft, sent, theirs, problem }) => ({
    name: draft?.profile.name ?? false,
    more: draft !== null && sent !== null && draft !== sent,
    described: draft?.profile.details === 'Daily',
    theirs: theirs !== null,
    told: problem !== null,
  }),
  exits: [
    ...steps.map((step) => `${step} ${step === 'Mapping' || step === 'Enrichment' ? 'optional' : 'nothing missing'}`),
    'Back: Profile',
    'Next: Destination',
    'Connector page',
    'All connectors',
  ],
  invariants,
}

describe('a draft', () => {
  verifyShape(builderMachine)
  verifyEveryEdge(builderMachine, fixture)
})

/** The step, whether all is saved, and what goes on running. */
function sees(standing: string) {
  return ({ context }: BuilderSnapshot) => {
    expect(screen.getByRole('status').textContent).toBe(standing)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(context.draft?.profile.name)
    expect(screen.getByRole('link', { current: 'step' }).textContent).toBe('Source nothing missing')
    screen.getByText('Changes go live when you deploy.')
    screen.getByText(`Revision ${context.draft?.revision}`)
  }
}

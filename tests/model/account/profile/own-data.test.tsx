import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { OwnData } from '#contract/account/own-data.ts'
import { type OwnDataSnapshot, ownDataMachine } from '#src/machines/account/profile/own-data.machine.ts'
import { OwnDataCard } from '#src/views/account/profile/OwnDataCard.tsx'
import { choose, press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, bug, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const heir = { _id: '0b7a3c51-0000-4000-8000-000000000001', name: 'Ann Lee' }
const nothing: OwnData = { file: null, deletion: null, connectors: 0, keys: [], heirs: [heir], isLastAdministrator: false }
const at = '2026-11-25T08:00:00.000Z'
const fileAt = (status: 'queued' | 'ready' | 'expired') => ({
  ...{ status, requestedAt: at, expiresAt: status === 'queued' ? null : at, bytes: status === 'queued' ? null : 2_000 },
})
const waiting: OwnData = {
  ...nothing,
  deletion: { status: 'waiting', requestedAt: at, dueAt: '2026-12-25T08:00:00.000Z', heir: 'Ann Lee' },
}

const fixture: Fixture<typeof ownDataMachine> = {
  view: (actor) => <OwnDataCard actor={actor} />,
  inputs: { nothing: undefined },
  answers: {
    readData: {
      asks: undefined,
      answers: {
        'nothing was asked for': nothing,
        'they have connectors': { ...nothing, connectors: 2, keys: ['ERP'] },
        'they are the last administrator': { ...nothing, isLastAdministrator: true },
        'a file is being made': { ...nothing, file: fileAt('queued') },
        'a file is ready': { ...nothing, file: fileAt('ready') },
        'their deletion waits': waiting,
      },
      problems: { 'the net is down': offline },
    },
    prove: {
      asks: ({ context: { plan, heir: chosen } }) => ({ request: { plan, heir: chosen } }),
      answers: { 'it is done': { result: waiting }, 'it was cancelled': null },
      problems: { 'a bug': bug },
    },
    download: { asks: undefined, answers: { 'it was handed over': undefined }, problems: { 'the net is down': offline } },
    withdraw: { asks: undefined, answers: { 'it is withdrawn': nothing }, problems: { 'the net is down': offline } },
  },
  drivers: {
    'user.retried': press('Retry'),
    'user.requestedFile': press(/^Request (file|a new file)$/),
    'user.requestedDeletion': press('Request deletion'),
    'user.choseHeir': { ...choose(heir.name, 'New owner of your connectors'), event: { type: 'user.choseHeir', heir: heir._id } },
    'user.downloaded': press('Download'),
    'user.withdrew': press('Withdraw request'),
  },
  parts: ['Download my data', 'Request deletion'],
  assertions: {
    loading: () => {},
    failed: () => expect(alertText()).not.toBeNull(),
    showing: ({ context: { data } }) => {
      const text = document.body.textContent ?? ''
      expect(text.includes("We're preparing your file.")).toBe(data?.file?.status === 'queued')
      expect(text.includes('Account deletion on')).toBe(data?.deletion?.status === 'waiting')
      expect(text.includes('You are the only administrator')).toBe(data?.isLastAdministrator === true)
      expect(text.includes('API keys that stop working: ERP.')).toBe(data?.keys.length === 1)
    },
    refreshing: () => {},
    proving: ({ context: { plan } }) =>
      screen.getByRole('dialog', { name: plan === 'file' ? 'Download my data' : 'Request deletion' }),
    downloading: () => {},
    withdrawing: () => {},
  },
  delays: { refreshPause: 3_000 },
  project: ({ data, plan, heir: chosen, problem }) => ({
    ...{ file: data?.file?.status ?? 'none', deletion: data?.deletion?.status ?? 'none', plan: plan ?? 'none' },
    ...{ connectors: data?.connectors ?? 0, isLast: data?.isLastAdministrator ?? false, heir: chosen },
    told: problem?.code ?? false,
  }),
  invariants: {
    'nobody is deleted without an heir for their connectors': {
      when: ({ after }) => after.matches('proving') && after.context.plan === 'deletion',
      holds: ({ after }: { readonly after: OwnDataSnapshot }) => {
        const { data, heir: chosen } = after.context
        expect(data?.connectors === 0 || chosen !== '').toBe(true)
        expect(data?.isLastAdministrator).toBe(false)
      },
    },
  },
}

describe('the data of the person', () => {
  verifyShape(ownDataMachine)
  verifyEveryEdge(ownDataMachine, fixture)
})

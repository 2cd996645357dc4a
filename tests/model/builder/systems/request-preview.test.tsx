import { screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { DryRun } from '#contract/builder/dry-run.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { problem } from '#contract/kit/problem.ts'
import { type Previewable, requestPreviewMachine } from '#src/machines/builder/systems/request-preview.machine.ts'
import { PreviewedRequests } from '#src/views/builder/systems/preview/RequestPreview.tsx'
import { choose, press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, bug, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const config: ConnectorConfig = {
  name: 'Contacts',
  trigger: { type: 'manual' },
  source: { type: 'http', url: 'https://shop.example.test/contacts' },
  destination: {
    type: 'http',
    url: 'https://crm.example.test/contacts/{id}',
    operation: { do: 'find', parameters: [], bodyFormat: 'ndjson' },
  },
  dataMapping: [],
  enrichment: [],
}
const draft: Previewable = { connectorId: 'c1', config, records: [{ id: 1, name: 'Anna' }, { id: 2 }] }
const other: Previewable = { ...draft, config: { ...config, name: 'Other' } }
const none: Previewable = { ...draft, records: [] }

const sending = { method: 'POST', to: 'https://crm.example.test/contacts', headers: { 'content-type': 'application/json' } }
const answer: DryRun = {
  records: [],
  deliveries: [
    {
      ...sending,
      to: 'https://crm.example.test/contacts/1001',
      body: '{"id":12345678901234567890}',
      records: 1,
      beside: [
        { ...sending, step: 'search', method: 'GET', body: '' },
        { ...sending, step: 'update', method: 'PATCH', to: 'https://crm.example.test/contacts/{found.id}', body: '{"id":1}' },
        { ...sending, step: 'followUp', method: 'PUT', body: '{"erp":"{answer.id}"}' },
      ],
    },
  ],
  exchanges: [],
  message: '',
  problem: null,
}
const failed = problem('record/no-address', { message: 'The value of "id" is empty.' })
const without: DryRun = {
  ...answer,
  records: [{ key: '1', record: {}, outcome: 'failed', problem: failed as never }],
  deliveries: [],
}

const fixture: Fixture<typeof requestPreviewMachine> = {
  view: (actor) => <PreviewedRequests actor={actor} />,
  inputs: { 'two sample records': { draft }, 'no record': { draft: none } },
  answers: {
    preview: {
      asks: ({ context }) => ({
        connectorId: 'c1',
        config: context.draft.config,
        record: context.draft.records[context.at],
      }),
      answers: { 'four requests': answer, 'a record that fails': without },
      problems: { 'the net is down': offline, 'a bug': bug },
    },
    watchDraft: {
      asks: undefined,
      isLasting: true,
      says: {
        'somebody typed': { type: 'draft.changed', draft: other },
        'the sample is gone': { type: 'draft.changed', draft: none },
      },
      problems: {},
    },
  },
  drivers: {
    'user.choseRecord': [
      { ...choose('2', 'Sample record'), event: { type: 'user.choseRecord', at: 1 }, when: ({ context }) => context.at === 0 },
      {
        ...choose('1 · Anna', 'Sample record'),
        event: { type: 'user.choseRecord', at: 0 },
        when: ({ context }) => context.at === 1,
      },
    ],
    'user.retried': press('Retry'),
  },
  assertions: {
    waiting: () => {},
    deciding: 'passing',
    previewing: () => {},
    without: () => {
      expect(
        screen.getByText('Send a test request in the source step, or add an example. The request appears here.'),
      ).toBeTruthy()
      expect(screen.queryByRole('region')).toBeNull()
    },
    shown: ({ context }) => {
      const texts = screen.queryAllByRole('region').map((it) => it.textContent)
      if (context.answer?.deliveries.length === 0) {
        expect(texts).toEqual([])
        expect(screen.getByRole('status').textContent).toBe('The value of "id" is empty.')
        return
      }
      const titles = screen.getAllByRole('figure').map((it) => within(it).getByRole('region').getAttribute('aria-label'))
      expect(titles).toEqual(['Search', 'If found: update', 'If not found: create', 'After delivery: follow-up'])
      expect(texts[1]).toContain('PATCH https://crm.example.test/contacts/{found.id}\nContent-Type: application/json\n\n{')
      // A line of NDJSON stays a line. Digits that a number of JavaScript cannot hold.
      expect(texts[2]).toContain('\n\n{"id":12345678901234567890}')
      expect(texts[3]).toContain('"erp": "{answer.id}"')
      expect(screen.getAllByRole('mark').map((it) => it.textContent)).toEqual(['1001'])
    },
    failed: ({ context }) => expect(alertText()).toContain(context.problem?.message),
  },
  delays: { previewPause: 600 },
  project: ({ draft: of, at, answer: made, problem: told }) => ({
    of: of.config.name,
    records: of.records.length,
    at,
    made: made === null ? false : made.deliveries.length > 0,
    told: told?.code ?? false,
  }),
}

describe('the request preview', () => {
  verifyShape(requestPreviewMachine)
  verifyEveryEdge(requestPreviewMachine, fixture)
})

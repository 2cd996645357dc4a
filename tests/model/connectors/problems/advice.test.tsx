import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import type { MappingEdge } from '#contract/connectors/config/config.ts'
import { type AdvisedMapping, adviceMachine, adviceStage } from '#src/machines/connectors/problems/advice.machine.ts'
import { AdviceStatus } from '#src/views/connectors/problems/AdviceStatus.tsx'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const line = (sourcePath: string, targetPath = 'phone', more: Partial<MappingEdge> = {}): MappingEdge => ({
  ...{ id: targetPath, source: 's', target: 't', sourcePath, targetPath },
  ...more,
})
const [old, better] = [
  [line('tel'), line('mail', 'email')],
  [line('mobile'), line('mail', 'email')],
]
const proposed: AdvisedMapping = { failed: old, live: old, draft: old, liveVersion: 3 }
const drafted: AdvisedMapping = { ...proposed, draft: better }
const deployed: AdvisedMapping = { failed: old, live: better, draft: better, liveVersion: 4 }
const shown = { proposed: 'Fix mapping', drafted: 'Preview and deploy', deployed: 'Retry 25…' }

const fixture: Fixture<typeof adviceMachine> = {
  view: (actor) => <AdviceStatus actor={actor} mappingHref="/map" reviewHref="/review" retryHref="/retry" count="25" />,
  inputs: { 'a field': { connectorId: 'shop', path: 'phone', version: 3 } },
  answers: {
    readMapping: {
      asks: { connectorId: 'shop', version: 3 },
      answers: { 'nothing was changed': proposed, 'the draft was changed': drafted, 'the change was deployed': deployed },
      problems: { 'the net is down': offline },
    },
  },
  drivers: {},
  exits: Object.values(shown),
  assertions: {
    reading: ({ context }) => screen.getByRole('link', { name: shown[context.stage] }),
    shown: ({ context }) => {
      screen.getByRole('link', { name: shown[context.stage] })
      const said = screen.queryByRole('status')?.textContent ?? null
      if (context.stage === 'proposed') expect(said).toBeNull()
      if (context.stage === 'drafted') expect(said).toBe('Changed in the draft, not deployed yet')
      if (context.stage === 'deployed') expect(said).toBe('Changed in version 4, which is live')
    },
  },
  delays: { refreshPause: 30_000 },
  project: ({ stage }) => ({ stage }),
  invariants: {
    'what could not be read changes nothing': {
      when: ({ event }) => event.type.startsWith('xstate.error'),
      holds: ({ before, after }) => expect(after.context.stage).toBe(before.context.stage),
    },
  },
}

describe('advice about a field', () => {
  verifyShape(adviceMachine)
  verifyEveryEdge(adviceMachine, fixture)

  it('is followed by another source, rule or type of that field alone', () => {
    expect(adviceStage(drafted, 'phone')).toBe('drafted')
    expect(adviceStage(drafted, 'email')).toBe('proposed')
    expect(adviceStage({ ...proposed, draft: [line('tel', 'phone', { ruleId: 'r1' })] }, 'phone')).toBe('drafted')
    expect(adviceStage({ ...proposed, draft: [line('tel', 'phone', { targetDataType: 'string' })] }, 'phone')).toBe('drafted')
    expect(adviceStage({ ...deployed, draft: old }, 'phone'), 'taken back in the draft').toBe('drafted')
  })
})

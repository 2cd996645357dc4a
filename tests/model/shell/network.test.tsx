import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { networkMachine } from '#src/machines/shell/network.machine.ts'
import { OfflineStrip } from '#src/views/shell/OfflineStrip.tsx'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { verifyShape } from '../kit/shape.ts'

const fixture: Fixture<typeof networkMachine> = {
  view: (actor) => <OfflineStrip actor={actor} />,
  inputs: { 'a browser with a network': { isOnline: true }, 'a browser without one': { isOnline: false } },
  answers: {
    watchNetwork: {
      asks: undefined,
      says: {
        'the network went': { type: 'browser.wentOffline' },
        'the network came back': { type: 'browser.cameBack' },
      },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {},
  assertions: {
    opening: 'passing',
    online: () => expect(screen.getByRole('status').textContent).toBe(''),
    offline: () =>
      expect(screen.getByRole('status').textContent).toBe(
        "You are offline. Connectors keep running. You're seeing the data loaded last. Your entries stay. Start, save and deploy when you're back online.",
      ),
  },
  delays: {},
  project: () => ({}),
  invariants: {},
}

describe('the network of the browser', () => {
  verifyShape(networkMachine)
  verifyEveryEdge(networkMachine, fixture)
})

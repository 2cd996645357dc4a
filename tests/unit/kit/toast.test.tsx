// @vitest-environment happy-dom
/** Toasts with something to do: they stay until it is done or they are closed. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { showToast } from '#src/views/kit/feedback/ToastRegion.tsx'

it('a toast with an action stays until the action was used', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let pressed = 0
  showToast('Connector deleted.', { name: 'Undo', onPress: () => (pressed += 1) })
  showToast('Saved.')
  await screen.findByText('Saved.')
  await vi.advanceTimersByTimeAsync(60_000)
  await waitFor(() => expect(screen.queryByText('Saved.')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(pressed).toBe(1)
  await waitFor(() => expect(screen.queryByText('Connector deleted.')).toBeNull())
  vi.useRealTimers()
})

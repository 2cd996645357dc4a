// @vitest-environment happy-dom
/** The focus stays in a sheet when what had it is removed, so that Escape still closes it, and returns when it is closed. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

import { SideSheet } from '#src/views/kit/feedback/SideSheet.tsx'

afterEach(cleanup)

it('closes by Escape after the pressed button has gone, and gives the focus back', async () => {
  const onClose = vi.fn()
  const page = (isSent: boolean | null) => (
    <>
      <button type="button">Retry</button>
      {isSent === null ? null : (
        <SideSheet title="Plan" onClose={onClose}>
          {isSent ? <p>Sent</p> : <button type="button">Send</button>}
        </SideSheet>
      )}
    </>
  )
  const { rerender } = render(page(null))
  const opener = screen.getByRole('button', { name: 'Retry' })
  opener.focus()
  rerender(page(false))
  screen.getByRole('button', { name: 'Send' }).focus()
  rerender(page(true))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
  rerender(page(null))
  expect(document.activeElement).toBe(opener)
})

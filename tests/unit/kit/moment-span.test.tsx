// @vitest-environment happy-dom
/** Two times that are written alike are one. */
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { MomentSpan } from '#src/views/kit/text/Moment.tsx'

it.each([
  ['2026-03-01T08:51:49.100Z', '2026-03-01T08:51:49.900Z', 1],
  ['2026-03-01T08:51:49.100Z', '2026-03-02T08:51:49.900Z', 2],
])('writes from %s to %s as %i times', (first, last, times) => {
  render(
    <p data-testid="times">
      <MomentSpan first={first} last={last} />
    </p>,
  )
  const shown = screen.getByTestId('times')
  expect(shown.querySelectorAll('time')).toHaveLength(times)
  expect(shown.textContent?.includes(' to ')).toBe(times === 2)
})

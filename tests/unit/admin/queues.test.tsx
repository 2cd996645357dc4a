// @vitest-environment happy-dom
/** Queues without jobs take no row, so that those with jobs are seen on a phone. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import type { JobQueueState } from '#contract/admin/jobs.ts'
import { Queues } from '#src/views/admin/overview/JobsSection.tsx'

afterEach(cleanup)

const none = { active: 0, waiting: 0, later: 0, oldest: null, failed: 0 }

it('names queues without jobs in one line', () => {
  const queues: JobQueueState[] = [
    { ...none, queue: 'alerts' },
    { ...none, queue: 'billing', failed: 1 },
    { ...none, queue: 'mail' },
  ]
  const { rerender } = render(<Queues queues={queues} />)
  screen.getByText('1 of 3 queues has jobs')
  screen.getByText(/^No jobs: Alerts,? (?:and )?Messages$/)
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
  rerender(<Queues queues={queues.filter(({ failed }) => failed === 0)} />)
  screen.getByText('0 of 2 queues have jobs')
  expect(screen.queryByRole('grid')).toBeNull()
})

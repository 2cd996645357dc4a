// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import { problem } from '#contract/kit/problem.ts'
import { ProblemAlert } from '#src/views/kit/feedback/ProblemAlert.tsx'
import { HelpPlace } from '#src/views/kit/help-place.ts'

afterEach(cleanup)

it('says what to do before the way to more about it', () => {
  render(
    <HelpPlace value="builder">
      <ProblemAlert problem={problem('source/refused', { message: 'The source returned 401.' })} advice="Check the key." />
    </HelpPlace>,
  )
  expect(screen.getByRole('alert').textContent).toMatch(/The source returned 401\.Check the key\.Learn more$/)
})

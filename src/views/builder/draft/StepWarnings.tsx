import styled from 'styled-components'

import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { missingOf } from '#src/machines/builder/draft/missing.ts'
import type { Step } from '#src/machines/builder/draft/steps.ts'
import { stepWarnings } from '#src/machines/builder/review/step-warnings.ts'
import { color, font, narrow, space } from '#src/theme/theme.ts'
import { Faults } from '../review/Faults.tsx'
import { builderMessages as messages } from './builder.messages.ts'

type StepWarningsProps = { readonly draft: Draft; readonly step: Step; readonly hrefOf: (step: Step) => string }

/**
 * What is doubtful, beside the Deploy button of a step: who deploys there has seen it. Nothing while it cannot be deployed. A narrow screen has no
 * room for it: there its number leads to the review.
 */
export function StepWarnings({ draft, step, hrefOf }: StepWarningsProps) {
  const warnings = Object.values(missingOf(draft)).flat().length > 0 ? [] : stepWarnings(draft.config)
  if (warnings.length === 0) return null
  return (
    <Box
      $isHere={warnings.some(({ path }) => path.startsWith(`/${step}`))}
      role="group"
      aria-label={messages.warnings(warnings.length)}
    >
      <Faults faults={warnings} mapping={draft.config.dataMapping} hrefOf={hrefOf} />
    </Box>
  )
}

/** Where nothing can be done about it, it is a note. */
const Box = styled.div<{ readonly $isHere: boolean }>`
  margin-bottom: ${space[8]};
  color: ${({ $isHere }) => color[$isHere ? 'warning.text' : 'text.muted']};
  font: ${font.dense};

  ${narrow} {
    display: none;
  }
`

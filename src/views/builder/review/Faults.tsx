import styled from 'styled-components'

import type { FieldProblem } from '#contract/kit/problem.ts'
import type { Step } from '#src/machines/builder/draft/steps.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Listed } from '../../kit/layout/blocks.ts'
import { fieldName } from '../../kit/text/field-names.ts'
import { reviewMessages as messages } from './review.messages.ts'

type FaultsProps = { readonly faults: readonly FieldProblem[]; readonly hrefOf: (step: Step) => string }

const stepOf: Readonly<Record<string, Step>> = {
  name: 'profile',
  trigger: 'profile',
  source: 'source',
  destination: 'destination',
  enrichment: 'enrichment',
  dataMapping: 'mapping',
}

/** What is wrong or doubtful, each with the way to the step where it is changed. */
export function Faults({ faults, hrefOf }: FaultsProps) {
  return (
    <Listed>
      {faults.map(({ path, message }) => {
        const step = stepOf[path.split('/')[1] ?? '']
        const name = fieldName(path)
        return (
          <li key={`${path} ${message}`}>
            {step === undefined ? name : <PlainLink href={hrefOf(step)}>{name}</PlainLink>} {message}
          </li>
        )
      })}
    </Listed>
  )
}

type WarningsProps = { readonly warnings: readonly FieldProblem[]; readonly hrefOf: (step: Step) => string }

/** What is doubtful and keeps nothing from being deployed. */
export function Warnings({ warnings, hrefOf }: WarningsProps) {
  if (warnings.length === 0) return null
  return (
    <Doubtful aria-label={messages.warnings(warnings.length)} role="group">
      <Strong>{messages.warnings(warnings.length)}</Strong>
      <Faults faults={warnings} hrefOf={hrefOf} />
    </Doubtful>
  )
}

const Strong = styled.strong`
  font: ${font.strong};
`

const Doubtful = styled.div`
  display: grid;
  gap: ${space[4]};
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['warning.border']};
  border-radius: ${radius.card};
  background: ${color['warning.subtle']};
  color: ${color['warning.text']};
`

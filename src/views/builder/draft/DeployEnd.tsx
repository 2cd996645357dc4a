import { type MouseEvent, useId } from 'react'
import styled from 'styled-components'

import type { FieldProblem } from '#contract/kit/problem.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { missingOf } from '#src/machines/builder/draft/missing.ts'
import { type Step, steps } from '#src/machines/builder/draft/steps.ts'
import { stepWarnings } from '#src/machines/builder/review/step-warnings.ts'
import { color, font, narrow } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { ActionMenu, MenuButton, MenuLink } from '../../kit/menu/ActionMenu.tsx'
import { builderMessages as messages } from './builder.messages.ts'
import { goToMissing, missingHref } from './go-to-missing.ts'

/** What the shown step misses needs no other page. */
function stay(event: MouseEvent): void {
  event.preventDefault()
  goToMissing()
}

type DeployEndProps = {
  readonly draft: Draft
  /** The step that is shown. */
  readonly shown: Step
  readonly hrefOf: (step: Step) => string
  /** With the warnings that stand beside the button. */
  readonly onDeploy: (seen: readonly FieldProblem[]) => void
  /** The next step is the preview already. */
  readonly isBeforeReview: boolean
}

/** Preview and deployment from any step; where something is missing, what keeps it from being deployed and the way there. */
export function DeployEnd({ draft, shown, hrefOf, onDeploy, isBeforeReview }: DeployEndProps) {
  const why = useId()
  const missing = missingOf(draft)
  const step = steps.find((it) => missing[it].length > 0)
  const warnings = stepWarnings(draft.config)
  const isDoubtful = step === undefined && warnings.length > 0
  return (
    <>
      {step === undefined ? null : (
        <Why id={why}>
          <PlainLink href={missingHref(hrefOf(step))} onClick={(event) => step === shown && stay(event)}>
            {messages.missingIn(messages.missingCount(missing[step].length), messages.steps[step])}
          </PlainLink>
        </Why>
      )}
      {isDoubtful ? (
        <Narrow>
          <PlainLink href={hrefOf('review')}>{messages.warnings(warnings.length)}</PlainLink>
        </Narrow>
      ) : null}
      {isBeforeReview ? null : (
        <Roomy>
          <LinkButton $isQuiet href={hrefOf('review')}>
            {messages.preview}
          </LinkButton>
        </Roomy>
      )}
      <Narrow>
        <ActionMenu label={messages.moreActions}>
          {isBeforeReview ? null : <MenuLink href={hrefOf('review')}>{messages.preview}</MenuLink>}
          <MenuButton isBlocked={step !== undefined} onPress={() => onDeploy(warnings)}>
            {messages.deploy}
          </MenuButton>
        </ActionMenu>
      </Narrow>
      <Roomy>
        <Button isBlocked={step !== undefined} why={why} onPress={() => onDeploy(warnings)}>
          {messages.deploy}
        </Button>
      </Roomy>
    </>
  )
}

const Roomy = styled.span`
  ${narrow} {
    display: none;
  }
`

/** A narrow bar has what is missing or doubtful, and the rest behind ⋯. */
const Narrow = styled.span`
  display: none;
  color: ${color['warning.text']};
  font: ${font.dense};

  ${narrow} {
    display: inline;
  }
`

const Why = styled.span`
  align-self: center;
  font: ${font.dense};
`

import { useId } from 'react'
import styled from 'styled-components'

import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { missingOf } from '#src/machines/builder/draft/missing.ts'
import { type Step, steps } from '#src/machines/builder/draft/steps.ts'
import { font } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { builderMessages as messages } from './builder.messages.ts'

type DeployEndProps = {
  readonly draft: Draft
  readonly hrefOf: (step: Step) => string
  readonly onDeploy: () => void
  /** The next step is the preview already. */
  readonly isBeforeReview: boolean
}

/** Preview and deployment from any step; where something is missing, what keeps it from being deployed and the way there. */
export function DeployEnd({ draft, hrefOf, onDeploy, isBeforeReview }: DeployEndProps) {
  const why = useId()
  const missing = missingOf(draft)
  const step = steps.find((it) => missing[it].length > 0)
  return (
    <>
      {step === undefined ? null : (
        <Why id={why}>
          <PlainLink href={hrefOf(step)}>
            {messages.missingIn(messages.missingCount(missing[step].length), messages.steps[step])}
          </PlainLink>
        </Why>
      )}
      {isBeforeReview ? null : (
        <LinkButton $isQuiet href={hrefOf('review')}>
          {messages.preview}
        </LinkButton>
      )}
      <Button isBlocked={step !== undefined} why={why} onPress={onDeploy}>
        {messages.deploy}
      </Button>
    </>
  )
}

const Why = styled.span`
  align-self: center;
  font: ${font.dense};
`

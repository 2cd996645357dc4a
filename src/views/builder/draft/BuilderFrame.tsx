import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import styled from 'styled-components'

import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import { selectCanRetry, selectDraft, selectProblem, selectStage } from '#src/machines/builder/draft/builder.selectors.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { type Step, stepAfter, stepBefore } from '#src/machines/builder/draft/steps.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { StickyFooter } from '../../kit/layout/StickyFooter.tsx'
import { builderMessages as messages } from './builder.messages.ts'
import { FooterSlot } from './footer-slot.ts'
import { SaveProblem, SaveStatus } from './SaveStatus.tsx'
import { StaleDialog } from './StaleDialog.tsx'
import { StepsBar } from './StepsBar.tsx'

type BuilderFrameProps = {
  readonly actor: BuilderActor
  readonly step: Step
  /** A new connector has no page of its own yet that one could go back to. */
  readonly isNew: boolean
  readonly hrefOf: (step: Step) => string
  readonly detailsHref: string
  /** What can be done with the draft as a whole, from every step. */
  readonly ends?: (draft: Draft) => ReactNode
  /** Draws the step. */
  readonly children: (draft: Draft) => ReactNode
}

/** What stands around every step: the way through them, whether all is saved, and what to do where it is not. */
export function BuilderFrame({ actor, step, isNew, hrefOf, detailsHref, ends, children }: BuilderFrameProps) {
  const draft = useSelector(actor, selectDraft)
  const stage = useSelector(actor, selectStage)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const aside = isNew ? (
    <PlainLink href="/dashboard">{messages.all}</PlainLink>
  ) : (
    <PlainLink href={detailsHref}>{messages.details}</PlainLink>
  )
  if (stage === 'gone')
    return (
      <PageFrame key={step} title={messages.untitled} actions={<PlainLink href="/dashboard">{messages.all}</PlainLink>}>
        <p role="status">{messages.gone}</p>
      </PageFrame>
    )
  if (draft === null)
    return (
      <PageFrame key={step} title={messages.untitled}>
        <Unopened actor={actor} />
      </PageFrame>
    )

  const [before, after] = [stepBefore(step), stepAfter(step)]
  return (
    // Another step is another arrival: its title takes the focus, and the page begins at its top.
    <PageFrame
      key={step}
      title={messages.title(draft.profile.name.trim() || messages.untitled, messages.steps[step])}
      {...(draft.liveVersion === null ? {} : { sub: messages.goesOn })}
      actions={aside}
    >
      <StepsBar draft={draft} step={step} hrefOf={hrefOf} />
      <SaveProblem actor={actor} />
      <FooterSlot value={slot}>{children(draft)}</FooterSlot>
      <StickyFooter>
        <Ends>
          {before === null ? null : (
            <LinkButton $isQuiet href={hrefOf(before)}>
              {messages.back(messages.steps[before])}
            </LinkButton>
          )}
          <SaveStatus actor={actor} draft={draft} />
          <End ref={setSlot}>
            {ends?.(draft)}
            {after === null ? null : <LinkButton href={hrefOf(after)}>{messages.next(messages.steps[after])}</LinkButton>}
          </End>
        </Ends>
      </StickyFooter>
      {stage === 'stale' ? <StaleDialog actor={actor} draft={draft} /> : null}
    </PageFrame>
  )
}

function Unopened({ actor }: { readonly actor: BuilderActor }) {
  const problem = useSelector(actor, selectProblem)
  const canRetry = useSelector(actor, selectCanRetry)
  return problem === null ? (
    <Spinner label={messages.opening} />
  ) : (
    <ProblemAlert problem={problem}>
      <Button isBlocked={!canRetry} onPress={() => actor.send({ type: 'user.retried' })}>
        {messages.retry}
      </Button>
    </ProblemAlert>
  )
}

const Ends = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[12]};

`

const End = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-left: auto;
`

import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import styled from 'styled-components'
import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import { selectDraft, selectStage } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { missingOf } from '#src/machines/builder/draft/missing.ts'
import { type Step, stepAfter, stepBefore } from '#src/machines/builder/draft/steps.ts'
import { narrow, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { StickyFooter } from '../../kit/layout/StickyFooter.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { builderMessages as messages } from './builder.messages.ts'
import { FooterSlot } from './footer-slot.ts'
import { SaveProblem, SaveStatus } from './SaveStatus.tsx'
import { StaleDialog } from './StaleDialog.tsx'
import { StepsBar } from './StepsBar.tsx'

type BuilderFrameProps = {
  readonly actor: BuilderActor
  readonly step: Step
  /** A new connector has no page of its own to go back to before it is live. */
  readonly isNew: boolean
  readonly hrefOf: (step: Step) => string
  readonly detailsHref: string
  /** What can be done with the draft as a whole, from every step. */
  readonly ends?: (draft: Draft) => ReactNode
  /** What is doubtful about the draft, above them. */
  readonly warnings?: (draft: Draft) => ReactNode
  /** Draws the step. */
  readonly children: (draft: Draft) => ReactNode
}

/** What stands around every step: the way through them, whether all is saved, and what to do where it is not. */
export function BuilderFrame({ actor, step, isNew, hrefOf, detailsHref, ends, warnings, children }: BuilderFrameProps) {
  const draft = useSelector(actor, selectDraft)
  const stage = useSelector(actor, selectStage)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  if (stage === 'gone')
    return (
      <PageFrame key={step} title={messages.untitled} actions={<PlainLink href="/dashboard">{messages.all}</PlainLink>}>
        <p role="status">{messages.gone}</p>
      </PageFrame>
    )
  // The step is known before the draft is: its title is there at once, also after a new connector was saved.
  if (draft === null)
    return (
      <PageFrame key={step} title={messages.steps[step]} above={[{ label: messages.setup, href: '/integration-setup' }]}>
        <Unopened actor={actor} />
      </PageFrame>
    )

  const [before, after] = [stepBefore(step), stepAfter(step)]
  const name = draft.profile.name.trim() || messages.untitled
  const isLive = draft.liveVersion !== null
  return (
    // Another step is another arrival: its title takes the focus, and the page begins at its top.
    <PageFrame
      key={step}
      title={messages.steps[step]}
      where={name}
      tab={messages.title(name, messages.steps[step])}
      above={[{ label: messages.setup, href: '/integration-setup' }]}
      {...(isNew && !isLive
        ? {}
        : {
            sub: (
              <>
                {isLive ? messages.goesOn : null}
                <PlainLink href={detailsHref}>{messages.details}</PlainLink>
              </>
            ),
          })}
    >
      <Room>
        <StepsBar draft={draft} step={step} hrefOf={hrefOf} />
        <SaveProblem actor={actor} />
        <FooterSlot value={slot}>{children(draft)}</FooterSlot>
        <Foot>
          {warnings?.(draft)}
          <Ends>
            {before === null ? null : (
              <LinkButton $isQuiet href={hrefOf(before)} aria-label={messages.leads(messages.back, messages.steps[before])}>
                <Way word={messages.back} step={messages.steps[before]} />
              </LinkButton>
            )}
            <SaveStatus actor={actor} draft={draft} />
            <End ref={setSlot}>
              {ends?.(draft)}
              {after === null ? null : (
                <LinkButton
                  $isQuiet={missingOf(draft)[step].length > 0}
                  href={hrefOf(after)}
                  aria-label={messages.leads(messages.next, messages.steps[after])}
                >
                  <Way word={messages.next} step={messages.steps[after]} />
                </LinkButton>
              )}
            </End>
          </Ends>
        </Foot>
      </Room>
      {stage === 'stale' ? <StaleDialog actor={actor} draft={draft} /> : null}
    </PageFrame>
  )
}

/** Where it leads is drawn where there is room; the name of the link says it everywhere. */
function Way({ word, step }: { readonly word: string; readonly step: string }) {
  return (
    <span>
      {word}
      <Rest>{messages.leads('', step)}</Rest>
    </span>
  )
}

function Unopened({ actor }: { readonly actor: BuilderActor }) {
  const problem = useContextOf(actor, 'problem')
  const canRetry = useCan(actor, { type: 'user.retried' })
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

/** As tall as the window leaves: of a short step the footer stands at the foot of the window as well. */
const Room = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[16]};
  min-width: 0;
  min-height: calc(100dvh - 13.25rem);

  & > * {
    min-width: 0;
  }

  /* A step that shows an error has no tick, and the review has one as soon as it is deployed. */
  &:has([role='alert']) [aria-current] > [data-done]::before {
    content: counter(step);
  }

  &:has([data-live]) [aria-current] > [data-done]::before {
    content: '✓';
  }
`

/** From edge to edge, over the margin that pages leave at their end. */
const Foot = styled(StickyFooter)`
  /* As wide as the column: at its end alone it is as narrow as its buttons. */
  align-self: stretch;
  margin: auto -${space[24]} -88px;
  padding-inline: ${space[24]};

  ${narrow} {
    margin: auto -${space[16]} -96px;
    padding-inline: ${space[16]};
  }
`

/** One row, also on a narrow screen: the words give way before the buttons do. */
const Ends = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[12]};

  ${narrow} {
    flex-wrap: nowrap;
    gap: ${space[8]};

    & > :not(:last-child) {
      flex-shrink: 0;
    }
  }
`

const End = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-left: auto;

  ${narrow} {
    flex-wrap: nowrap;
    align-items: center;
    min-width: 0;
  }
`

const Rest = styled.span`
  ${narrow} {
    display: none;
  }
`

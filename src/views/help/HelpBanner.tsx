import { useSelector } from '@xstate/react'
import { Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import {
  type HelpSearchActor,
  selectFound,
  selectIsShown,
  selectProblem,
  selectQuestion,
} from '../../machines/help/help-search.machine.ts'
import { color, font, radius, space } from '../../theme/theme.ts'
import { SearchBox } from '../kit/controls/search-box.ts'
import { RetryAlert } from '../kit/feedback/RetryAlert.tsx'
import { useCan } from '../kit/use-snapshot.ts'
import { ArticleLinks } from './ArticleLinks.tsx'
import { helpMessages } from './help.messages.ts'

const messages = helpMessages.banner

type HelpBannerProps = {
  readonly actor: HelpSearchActor
  readonly firstName: string
  readonly onWrite: (question: string) => void
  /** Beside the box. */
  readonly action?: ReactNode
  /** The share of solved questions, where it was measured. */
  readonly children?: ReactNode
}

/** The welcome, and the box in which one asks: what fits is listed while one writes. */
export function HelpBanner({ actor, firstName, onWrite, action, children }: HelpBannerProps) {
  const question = useSelector(actor, selectQuestion)
  const found = useSelector(actor, selectFound)
  const problem = useSelector(actor, selectProblem)
  const isShown = useSelector(actor, selectIsShown)
  const canRetry = useCan(actor, { type: 'user.retried' })
  return (
    <Frame aria-label={messages.label}>
      <Welcome>
        <Sparkles aria-hidden="true" />
        {messages.welcome(firstName)}
      </Welcome>
      <Row>
        <Box
          type="search"
          aria-label={messages.search}
          placeholder={messages.hint}
          value={question}
          onChange={({ target }) => onWrite(target.value)}
        />
        {action}
      </Row>
      {children}
      <Answer role="status" aria-label={messages.found}>
        {found.length === 0 ? isShown ? <p>{messages.none}</p> : null : <ArticleLinks of={found} label={messages.found} />}
      </Answer>
      <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
    </Frame>
  )
}

const Frame = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  padding: ${space[24]};
  border-radius: ${radius.card};
  background: ${color['brand.subtle']};
`

const Welcome = styled.p`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  color: ${color['brand.onSubtle']};
  font: ${font.section};

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
  }
`

/** While it is empty it takes no room. */
const Answer = styled.div`
  &:empty {
    margin-top: -${space[12]};
  }
`

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`

const Box = styled(SearchBox)`
  flex: 1 1 16rem;
  min-width: 0;
  max-width: 40rem;
`

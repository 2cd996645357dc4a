import { Blocks, GitCompareArrows, type LucideIcon, Wrench } from 'lucide-react'
import styled from 'styled-components'
import { type HelpTopic, helpTopics, topicArticleId } from '#contract/help/topics.ts'
import { articleHref } from '#contract/kit/help-links.ts'
import { color, focusRing, font, narrow, radius, space } from '../../theme/theme.ts'
import { PlainLink } from '../kit/controls/Link.tsx'

const icons: Readonly<Record<HelpTopic, LucideIcon>> = {
  integration: Blocks,
  troubleshooting: Wrench,
  mapping: GitCompareArrows,
}
const topics = Object.keys(helpTopics) as HelpTopic[]

type QuickTopicsProps = {
  readonly onOpen: (topic: HelpTopic) => void
  /** Whether the assistant takes the question. */
  readonly onAsk: (message: string) => boolean
}

/** Three topics. Each asks its question of the assistant; where none is there, it leads to its article. */
export function QuickTopics({ onOpen, onAsk }: QuickTopicsProps) {
  return (
    <Cards>
      {topics.map((topic) => {
        const Icon = icons[topic]
        const { title, about, message } = helpTopics[topic]
        return (
          <li key={topic}>
            <Card
              href={articleHref(topicArticleId(topic))}
              onClick={(event) => {
                onOpen(topic)
                if (onAsk(message)) event.preventDefault()
              }}
            >
              <Icon aria-hidden="true" />
              <strong>{title}</strong>
              <span>{about}</span>
            </Card>
          </li>
        )
      })}
    </Cards>
  )
}

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space[12]};

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
  }
`

const Card = styled(PlainLink)`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: ${space[4]} ${space[8]};
  height: 100%;
  padding: ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  color: ${color['text.default']};
  text-decoration: none;
  ${focusRing}

  &:hover {
    background: ${color['bg.hover']};
  }

  & > svg {
    width: 1rem;
    height: 1rem;
    color: ${color['text.link']};
  }

  & > strong {
    font: ${font.strong};
  }

  & > span {
    grid-column: 1 / -1;
    color: ${color['text.muted']};
  }
`

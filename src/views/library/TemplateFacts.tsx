import type { Template } from '#contract/library/template.ts'
import { Card, CardTitle, Hint } from '../kit/layout/blocks.ts'
import { ListedApart } from '../kit/layout/ListedApart.tsx'
import { Facts, Plain } from './lists.ts'
import { wordOfNeed } from './need.ts'
import { publisherOf, Route } from './TemplateList.tsx'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.details

/** What a template is for, who made it, and where it was written from. */
export function AboutCard({ template }: { readonly template: Template }) {
  const { description, category, tags, documentation } = template
  return (
    <Card>
      <p>
        <Route template={template} />
      </p>
      {description === '' ? null : <p>{description}</p>}
      <Hint>{publisherOf(template)}</Hint>
      <Facts>
        {category === '' ? null : (
          <>
            <dt>{messages.category}</dt>
            <dd>{category}</dd>
          </>
        )}
        {tags.length === 0 ? null : (
          <>
            <dt>{messages.tags}</dt>
            <dd>
              <ListedApart of={tags} />
            </dd>
          </>
        )}
      </Facts>
      {documentation === null || !/^https?:\/\//.test(documentation) ? null : (
        <p>
          <a href={documentation} rel="noreferrer">
            {messages.documentation}
          </a>
        </p>
      )}
    </Card>
  )
}

/** Whom it will talk to, before anything is made of it. */
export function HostsCard({ hosts }: Pick<Template, 'hosts'>) {
  return (
    <Card aria-label={messages.hosts}>
      <CardTitle>{messages.hosts}</CardTitle>
      {hosts.length === 0 ? (
        <p>{messages.noHosts}</p>
      ) : (
        <>
          <Plain aria-label={messages.hosts}>
            {hosts.map((host) => (
              <li key={host}>
                <code>{host}</code>
              </li>
            ))}
          </Plain>
          <Hint>{messages.hostsText}</Hint>
        </>
      )}
    </Card>
  )
}

export function NeedsCard({ needs, config }: Pick<Template, 'needs' | 'config'>) {
  return (
    <Card aria-label={messages.needs}>
      <CardTitle>{messages.needs}</CardTitle>
      {needs.length === 0 ? (
        <p>{messages.noNeeds}</p>
      ) : (
        <Plain aria-label={messages.needs}>
          {needs.map((place) => (
            <li key={place}>{wordOfNeed(place, config)}</li>
          ))}
        </Plain>
      )}
    </Card>
  )
}

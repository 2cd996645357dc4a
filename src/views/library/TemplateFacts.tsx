import type { Template } from '#contract/library/template.ts'
import { Card, CardTitle, Hint } from '../kit/layout/blocks.ts'
import { ListedApart } from '../kit/layout/ListedApart.tsx'
import { Facts, Plain } from './lists.ts'
import { wordOfNeed } from './need.ts'
import { publisherOf, Route } from './TemplateList.tsx'
import { templateWords } from './template.messages.ts'

const words = templateWords.details

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
            <dt>{words.category}</dt>
            <dd>{category}</dd>
          </>
        )}
        {tags.length === 0 ? null : (
          <>
            <dt>{words.tags}</dt>
            <dd>
              <ListedApart of={tags} />
            </dd>
          </>
        )}
      </Facts>
      {documentation === null || !/^https?:\/\//.test(documentation) ? null : (
        <p>
          <a href={documentation} rel="noreferrer">
            {words.documentation}
          </a>
        </p>
      )}
    </Card>
  )
}

/** Whom it will talk to, before anything is made of it. */
export function HostsCard({ hosts }: Pick<Template, 'hosts'>) {
  return (
    <Card aria-label={words.hosts}>
      <CardTitle>{words.hosts}</CardTitle>
      {hosts.length === 0 ? (
        <p>{words.noHosts}</p>
      ) : (
        <>
          <Plain aria-label={words.hosts}>
            {hosts.map((host) => (
              <li key={host}>
                <code>{host}</code>
              </li>
            ))}
          </Plain>
          <Hint>{words.hostsText}</Hint>
        </>
      )}
    </Card>
  )
}

export function NeedsCard({ needs, config }: Pick<Template, 'needs' | 'config'>) {
  return (
    <Card aria-label={words.needs}>
      <CardTitle>{words.needs}</CardTitle>
      {needs.length === 0 ? (
        <p>{words.noNeeds}</p>
      ) : (
        <Plain aria-label={words.needs}>
          {needs.map((place) => (
            <li key={place}>{wordOfNeed(place, config)}</li>
          ))}
        </Plain>
      )}
    </Card>
  )
}

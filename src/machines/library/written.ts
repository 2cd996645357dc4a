/** What a person writes about a public connector, as texts; and what is sent of it. */
import type { Template } from '#contract/library/template.ts'
import { canonical } from '../builder/lists/canonical.ts'

export type Given = Pick<Template, 'name' | 'description' | 'category' | 'tags'>
/** What is taken from the draft of a connector. */
export type Content = Pick<Template, 'config' | 'shapes'>
export type PublicationField = keyof Given
export type Written = Readonly<Record<PublicationField, string>>

export const nothingWritten: Written = { name: '', description: '', category: '', tags: '' }

export const writtenOf = ({ name, description, category, tags }: Given): Written => ({
  name,
  description,
  category,
  tags: tags.join(', '),
})

/** Tags are parted by commas; each stands once. */
export const givenOf = ({ name, description, category, tags }: Written): Given => ({
  name: name.trim(),
  description: description.trim(),
  category: category.trim(),
  tags: [...new Set(tags.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== ''),
})

/** Whether two say the same, whatever else they carry. */
export const sameGiven = (one: Given, other: Given): boolean => canonical(onlyGiven(one)) === canonical(onlyGiven(other))

const onlyGiven = ({ name, description, category, tags }: Given) => [name, description, category, tags]

/** Whether two configurations and their fields are the same, in whatever order a database gives their members back. */
export const sameContent = (one: Content, other: Content): boolean =>
  canonical([one.config, one.shapes]) === canonical([other.config, other.shapes])

/** Whether something, whatever it is, was written here. */
export const isWritten = (it: unknown): it is Written =>
  Object.keys(nothingWritten).every((field) => typeof (Object(it) as Record<string, unknown>)[field] === 'string')

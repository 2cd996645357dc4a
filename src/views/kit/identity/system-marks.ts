/** Marks of well-known systems from simple-icons, loaded only by pages that show them. Each is a trademark of its owner and only names the system. */
import airtable from 'simple-icons/icons/airtable.svg?raw'
import asana from 'simple-icons/icons/asana.svg?raw'
import github from 'simple-icons/icons/github.svg?raw'
import gitlab from 'simple-icons/icons/gitlab.svg?raw'
import hubspot from 'simple-icons/icons/hubspot.svg?raw'
import intercom from 'simple-icons/icons/intercom.svg?raw'
import jira from 'simple-icons/icons/jira.svg?raw'
import mailchimp from 'simple-icons/icons/mailchimp.svg?raw'
import mariadb from 'simple-icons/icons/mariadb.svg?raw'
import mysql from 'simple-icons/icons/mysql.svg?raw'
import nats from 'simple-icons/icons/natsdotio.svg?raw'
import notion from 'simple-icons/icons/notion.svg?raw'
import postgresql from 'simple-icons/icons/postgresql.svg?raw'
import shopify from 'simple-icons/icons/shopify.svg?raw'
import stripe from 'simple-icons/icons/stripe.svg?raw'
import zendesk from 'simple-icons/icons/zendesk.svg?raw'

/** By the name that people use; each with the colour that its owner gives it. */
export const systemMarks: Readonly<Record<string, readonly [svg: string, hex: string]>> = {
  Airtable: [airtable, '18BFFF'],
  Asana: [asana, 'F06A6A'],
  GitHub: [github, '181717'],
  GitLab: [gitlab, 'FC6D26'],
  HubSpot: [hubspot, 'FF7A59'],
  Intercom: [intercom, '6AFDEF'],
  Jira: [jira, '0052CC'],
  Mailchimp: [mailchimp, 'FFE01B'],
  MariaDB: [mariadb, '003545'],
  MySQL: [mysql, '4479A1'],
  NATS: [nats, '27AAE1'],
  Notion: [notion, '000000'],
  PostgreSQL: [postgresql, '4169E1'],
  Shopify: [shopify, '7AB55C'],
  Stripe: [stripe, '635BFF'],
  Zendesk: [zendesk, '03363D'],
}

/** The drawing of a mark: one path in a box of 24 by 24. */
export const pathOf = (svg: string): string => svg.slice(svg.indexOf(' d="') + 4, svg.lastIndexOf('"'))

/** White where it can be seen on the colour, else black. */
export function inkOn(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return red * 0.299 + green * 0.587 + blue * 0.114 > 170 ? '#000' : '#fff'
}

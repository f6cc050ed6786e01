/* The baseline of `session`: Fastify with one primary-key select by pg, or, without CUSTOMER_ID, with no database. */
import Fastify from 'fastify'
import pg from 'pg'

const id = process.env['CUSTOMER_ID']
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const app = Fastify()
app.get('/', async () => {
  if (id === undefined) return { success: true, data: { level: 'customer', customer_name: 'Maria' } }
  const { rows } = await pool.query<{ name: string }>({
    name: 'one',
    text: 'select name from customer where id = $1',
    values: [id],
  })
  return { success: true, data: { level: 'customer', customer_name: rows[0]?.name } }
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))

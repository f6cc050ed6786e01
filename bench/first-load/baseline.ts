/* Serves a built page as the product serves its own: Fastify and @fastify/static with precompressed files. */
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'

const app = Fastify()
await app.register(fastifyStatic, { root: process.env['FOLDER'] ?? '', preCompressed: true })
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))

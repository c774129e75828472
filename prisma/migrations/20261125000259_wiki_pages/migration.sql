-- CreateTable
CREATE TABLE "wiki_pages" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "course_id" INTEGER,
    "group_id" INTEGER,
    "title" TEXT NOT NULL,
    "sort_key" TEXT COLLATE "C" NOT NULL,
    "url" TEXT NOT NULL,
    "body" TEXT,
    "editing_roles" TEXT NOT NULL,
    "published" BOOLEAN NOT NULL,
    "publish_at" TIMESTAMPTZ(3),
    "front_page" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "editor_id" INTEGER NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wiki_pages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wiki_page_former_urls" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "course_id" INTEGER,
    "group_id" INTEGER,
    "url" TEXT NOT NULL,
    "page_id" INTEGER NOT NULL,

    CONSTRAINT "wiki_page_former_urls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wiki_page_revisions" (
    "page_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "body" TEXT,
    "editor_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wiki_page_revisions_pkey" PRIMARY KEY ("page_id","number")
);

-- CreateIndex
CREATE INDEX "wiki_pages_course_title" ON "wiki_pages"("course_id", "sort_key", "id");

-- CreateIndex
CREATE INDEX "wiki_pages_course_created" ON "wiki_pages"("course_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "wiki_pages_course_updated" ON "wiki_pages"("course_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "wiki_pages_group_title" ON "wiki_pages"("group_id", "sort_key", "id");

-- CreateIndex
CREATE INDEX "wiki_pages_group_created" ON "wiki_pages"("group_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "wiki_pages_group_updated" ON "wiki_pages"("group_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "wiki_pages_editor" ON "wiki_pages"("editor_id");

-- CreateIndex
CREATE UNIQUE INDEX "wiki_pages_one_of_course_url" ON "wiki_pages"("course_id", "url") WHERE (NOT deleted);

-- CreateIndex
CREATE UNIQUE INDEX "wiki_pages_one_of_group_url" ON "wiki_pages"("group_id", "url") WHERE (NOT deleted);

-- CreateIndex
CREATE UNIQUE INDEX "wiki_pages_one_front_of_course" ON "wiki_pages"("course_id") WHERE (front_page AND (NOT deleted));

-- CreateIndex
CREATE UNIQUE INDEX "wiki_pages_one_front_of_group" ON "wiki_pages"("group_id") WHERE (front_page AND (NOT deleted));

-- CreateIndex
CREATE INDEX "wiki_page_former_urls_page" ON "wiki_page_former_urls"("page_id");

-- CreateIndex
CREATE UNIQUE INDEX "wiki_page_former_urls_of_course" ON "wiki_page_former_urls"("course_id", "url");

-- CreateIndex
CREATE UNIQUE INDEX "wiki_page_former_urls_of_group" ON "wiki_page_former_urls"("group_id", "url");

-- CreateIndex
CREATE INDEX "wiki_page_revisions_editor" ON "wiki_page_revisions"("editor_id");

-- AddForeignKey
ALTER TABLE "wiki_pages" ADD CONSTRAINT "wiki_pages_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "wiki_pages" ADD CONSTRAINT "wiki_pages_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "wiki_pages" ADD CONSTRAINT "wiki_pages_editor_id_fkey" FOREIGN KEY ("editor_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "wiki_page_former_urls" ADD CONSTRAINT "wiki_page_former_urls_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "wiki_page_former_urls" ADD CONSTRAINT "wiki_page_former_urls_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "wiki_page_former_urls" ADD CONSTRAINT "wiki_page_former_urls_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "wiki_pages"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "wiki_page_revisions" ADD CONSTRAINT "wiki_page_revisions_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "wiki_pages"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "wiki_page_revisions" ADD CONSTRAINT "wiki_page_revisions_editor_id_fkey" FOREIGN KEY ("editor_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- A page is of one place, waits for its day only while it is not published, and is not the first that is read before that.
ALTER TABLE "wiki_pages" ADD CONSTRAINT "wiki_pages_one_context" CHECK (num_nonnulls(course_id, group_id) = 1);
ALTER TABLE "wiki_pages" ADD CONSTRAINT "wiki_pages_waits_unpublished" CHECK (publish_at IS NULL OR NOT published);
ALTER TABLE "wiki_pages" ADD CONSTRAINT "wiki_pages_front_is_published" CHECK (published OR NOT front_page);
ALTER TABLE "wiki_page_former_urls" ADD CONSTRAINT "wiki_page_former_urls_one_context" CHECK (num_nonnulls(course_id, group_id) = 1);

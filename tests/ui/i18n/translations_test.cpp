// Every text of ui/ and app/ is in headscope_zh_CN.ts, finished, with the same place markers.
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

namespace {

struct Message {
    QString context, source, comment, translation;
    bool unfinished = false;
    bool plural = false;

    QString key() const { return QStringList{context, source, comment}.join(u'\n'); }
};

QList<Message> readMessages(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QXmlStreamReader xml(&file);
    QList<Message> messages;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        const auto name = xml.name();
        if (name == u"name") {
            context = xml.readElementText();
        } else if (name == u"message") {
            messages.emplaceBack().context = context;
            messages.last().plural = xml.attributes().hasAttribute("numerus");
        } else if (name == u"source") {
            messages.last().source = xml.readElementText();
        } else if (name == u"comment") {
            messages.last().comment = xml.readElementText();
        } else if (name == u"translation") {
            messages.last().unfinished = xml.attributes().hasAttribute("type");
            messages.last().translation = xml.readElementText(QXmlStreamReader::IncludeChildElements);
        }
    }
    return xml.hasError() ? QList<Message>{} : messages;
}

QStringList placeMarkers(const QString& text) {
    static const QRegularExpression marker(QStringLiteral("%L?[0-9n]|\\{[a-z]+\\}"));
    QStringList found;
    for (const QRegularExpressionMatch& match : marker.globalMatch(text)) {
        found.append(match.captured());
    }
    found.sort();
    return found;
}

QString shown(const Message& message) {
    return QStringLiteral("%1: \"%2\" -> \"%3\"").arg(message.context, message.source, message.translation);
}

} // namespace

class TranslationsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        committed_ = readMessages(QStringLiteral(SOURCE_DIR "/resources/translations/headscope_zh_CN.ts"));
        QVERIFY(committed_.size() > 40);
    }

    void nothing_is_missing() {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        const QString file = folder.filePath("from_sources_zh_CN.ts");
        QStringList arguments{"-silent", "-locations", "none", "-no-obsolete", "-I", SOURCE_DIR};
        for (const char* part : {"ui", "app"}) {
            QDirIterator sources(QStringLiteral(SOURCE_DIR "/%1").arg(QString::fromLatin1(part)), {"*.cpp", "*.h"},
                                 QDir::Files, QDirIterator::Subdirectories);
            while (sources.hasNext()) {
                arguments.append(sources.next());
            }
        }
        arguments << "-ts" << file;
        QProcess lupdate;
        lupdate.start(QStringLiteral(LUPDATE), arguments);
        QVERIFY(lupdate.waitForFinished(120'000));
        QCOMPARE(lupdate.exitCode(), 0);

        QSet<QString> known;
        for (const Message& message : std::as_const(committed_)) {
            known.insert(message.key());
        }
        const QList<Message> inSources = readMessages(file);
        QVERIFY(inSources.size() > 40);
        QStringList missing;
        for (const Message& message : inSources) {
            if (!known.remove(message.key())) {
                missing.append(shown(message));
            }
        }
        QVERIFY2(missing.isEmpty(),
                 qPrintable("not in the .ts file (run update_translations):\n" + missing.join('\n')));
        QVERIFY2(known.isEmpty(), qPrintable("no longer in the sources:\n" + QStringList(known.values()).join('\n')));
    }

    void every_entry_is_finished() {
        QStringList bad;
        for (const Message& message : std::as_const(committed_)) {
            if (message.unfinished || message.translation.trimmed().isEmpty() || message.plural) {
                bad.append(shown(message));
            }
        }
        QVERIFY2(bad.isEmpty(), qPrintable("unfinished, empty or plural:\n" + bad.join('\n')));
    }

    void place_markers_are_the_same() {
        QStringList bad;
        for (const Message& message : std::as_const(committed_)) {
            if (placeMarkers(message.source) != placeMarkers(message.translation)) {
                bad.append(shown(message));
            }
        }
        QVERIFY2(bad.isEmpty(), qPrintable("other place markers:\n" + bad.join('\n')));
    }

private:
    QList<Message> committed_;
};

QTEST_GUILESS_MAIN(TranslationsTest)
#include "translations_test.moc"
